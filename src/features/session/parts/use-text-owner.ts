import { useRouteLoaderData } from "react-router";

/** The mark of the signed-in account (src/server/text-owner.ts), "" for a visitor. */
export function useTextOwner(): string {
  const site = useRouteLoaderData<{ viewer: { textOwner: string } | undefined }>("root");
  return site?.viewer?.textOwner ?? "";
}
