import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [reactRouter()],
  build: {
    target: "es2023",
    // Addresses of assets carry a hash; small ones stay files, since the policy wants no inline fonts.
    assetsInlineLimit: 0,
    sourcemap: false,
    ...(isSsrBuild ? { rollupOptions: { output: { entryFileNames: "index.js" } } } : {}),
  },
  // Bundled before the first page asks for them: found late, they make the page begin anew while it is being used.
  optimizeDeps: {
    include: [
      "react-aria-components",
      "lucide-react",
      "zod",
      "uqr",
      "i18n-iso-countries",
      "@simplewebauthn/browser",
      "fflate",
      "papaparse",
    ],
  },
  ...(command === "build"
    ? {
        // One bundle for the server: quicker to start, and React in its production form whatever NODE_ENV says later.
        ssr: { noExternal: true as const },
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
      }
    : {}),
}));
