import { setPasswordCost } from "#server/password.ts";

/** Until the end of the block, password hashes cost as much as in production: `using _cost = fullCost();`. */
export function fullCost(): Disposable {
  setPasswordCost("full");
  return { [Symbol.dispose]: () => setPasswordCost("test") };
}
