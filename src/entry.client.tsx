import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { waitForConnection } from "#ui/connection.ts";

// The router reads pages through this name, and offers no other way to have it wait for a connection.
window.fetch = waitForConnection(window.fetch.bind(window));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
