import { index, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  index("features/home/page.tsx"),
  route("search", "features/search/page.tsx"),
  route("discover", "features/discover/page.tsx"),
  route("user/:id", "features/profile/page.tsx"),
  route("company/:id", "features/company/page.tsx"),
  route("school/:id", "features/school/page.tsx"),
  route("login", "features/account/login-page.tsx"),
  route("signup", "features/account/signup-page.tsx"),
  route("verify-email", "features/account/verify-email-page.tsx"),
  route("forgot-password", "features/account/forgot-password-page.tsx"),
  route("reset-password", "features/account/reset-password-page.tsx"),
  route("change-email", "features/account/change-email-page.tsx"),
  route("edit", "features/profile/edit-page.tsx"),
  route("suggestions", "features/suggestion/page.tsx"),
  route("api/docs", "features/site/api-docs-page.tsx"),
  route("*", "features/site/not-found-page.tsx"),
] satisfies RouteConfig;
