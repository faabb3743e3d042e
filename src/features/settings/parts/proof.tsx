import { createContext, Suspense, use, useCallback, useRef, useState, type ReactNode } from "react";
import { ApiError } from "#core/api-client.ts";
import { lazyPart } from "#ui/connection.ts";
import type { ProofWays } from "./proof-dialog.tsx";

// Loaded only if a call needs a proof, which is rare.
const ProofDialog = lazyPart(async () => ({ default: (await import("./proof-dialog.tsx")).ProofDialog }));

/** The person closed the question. Nothing was done, and no message is needed. */
export class ProofDeclined extends Error {}

/** Makes a call that may need a fresh proof of identity. If the API demands one, asks for it and repeats the call. */
type Prove = <T>(action: () => Promise<T>) => Promise<T>;

const ProofContext = createContext<Prove>((action) => action());

export function useProof(): Prove {
  return use(ProofContext);
}

/** Asks for a proof when a part of the page needs one. Typed text stays, behind the dialog. */
export function ProofProvider(props: { ways: ProofWays; children: ReactNode }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const settle = useRef<(isProven: boolean) => void>(undefined);

  const prove = useCallback<Prove>(async (action) => {
    try {
      return await action();
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.code === "not-proven")) throw failure;
    }
    settle.current?.(false);
    const isProven = await new Promise<boolean>((resolve) => {
      settle.current = resolve;
      setAsking(true);
    });
    if (!isProven) throw new ProofDeclined();
    return action();
  }, []);

  const close = (isProven: boolean): void => {
    setAsking(false);
    settle.current?.(isProven);
    settle.current = undefined;
  };

  return (
    <ProofContext value={prove}>
      {props.children}
      {isAsking && (
        <Suspense>
          <ProofDialog ways={props.ways} onProven={() => close(true)} onClose={() => close(false)} />
        </Suspense>
      )}
    </ProofContext>
  );
}
