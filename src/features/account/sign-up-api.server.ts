import { toUser } from "#features/session/read.server.ts";
import { userSchema } from "#features/session/schema.ts";
import { body, CHANGE_PROBLEMS, createApi, jsonCall, writeContext } from "#server/api-app.ts";
import { bindingOf } from "#server/binding.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { takeLimits } from "#server/take-limits.ts";
import { needsToken } from "#server/request-guard.ts";
import { keepSignIn } from "#server/session-cookie.ts";
import { credentialsSchema } from "./schema.ts";
import { signUp } from "./sign-up-write.server.ts";

const signupRoute = jsonCall("post", "/api/user/signup", {
  tags: ["Session"],
  summary: "Create an account",
  middleware: [needsToken] as const,
  request: body(credentialsSchema),
  answer: [userSchema, "The new user"],
  errors: ["invalid-credentials", "weak-password", "email-in-use", ...CHANGE_PROBLEMS],
});

export const signUpApi = createApi().openapi(signupRoute, async (c) => {
  const { services, address, codeId } = c.var;
  // A school class signs up from one network address. Invited people are limited by the uses of their code instead.
  const limit =
    codeId === undefined ? { limit: LIMITS.signup, who: address } : { limit: LIMITS.signupInvited, who: codeId };
  await takeLimits(c, limit);
  const { cookie, ...signIn } = bindingOf(c);
  const viewer = await signUp(writeContext(c), services.config, c.req.valid("json"), signIn);
  await keepSignIn(c, cookie, viewer.accountId);
  return c.json(toUser(viewer), 200);
});
