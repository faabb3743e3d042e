import { setPasswordCost } from "#server/password.ts";

/** Until the end of the block passwords cost what they cost in production: `using _cost = fullCost();`. */
export function fullCost(): Disposable {
  setPasswordCost("full");
  return { [Symbol.dispose]: () => setPasswordCost("test") };
}
