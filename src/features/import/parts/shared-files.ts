/**
 * Files that another app shared with the installed web app. The phone sends them as a form to an address of ours.
 * public/shared-files.js catches the form before it leaves the device, and stores the files where the editor finds
 * them.
 */

/** public/shared-files.js has the same names. */
const STORE = "shared-files";
const SCRIPT = "/shared-files.js";
const SCOPE = "/shared-files";

/** Older shared files are ignored, because somebody else may use the device by now. */
const KEEP_MS = 60 * 60 * 1_000;

/** Registers the script that takes shared files. Only installed apps get shared files. */
async function registerSharedFiles(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  // If it fails, people can still choose the file.
  await navigator.serviceWorker.register(SCRIPT, { scope: SCOPE }).catch(() => undefined);
}

/** Registers as the app is installed, and in each start of the installed app. Returns how to stop listening. */
export function followInstallation(): () => void {
  const register = (): void => void registerSharedFiles();
  if (window.matchMedia("(display-mode: standalone)").matches) register();
  window.addEventListener("appinstalled", register);
  return () => window.removeEventListener("appinstalled", register);
}

/** The files that were shared, each once. */
export async function takeSharedFiles(now: number): Promise<File[]> {
  if (!("caches" in window) || !(await caches.has(STORE))) return [];
  const store = await caches.open(STORE);
  const files: File[] = [];
  for (const request of await store.keys()) {
    const response = await store.match(request);
    const sharedAt = Number(response?.headers.get("x-shared-at") ?? 0);
    if (!response || now - sharedAt > KEEP_MS) continue;
    const name = decodeURIComponent(response.headers.get("x-file-name") ?? "");
    const bytes = await response.blob();
    files.push(new File([bytes], name, { type: bytes.type }));
  }
  await caches.delete(STORE);
  return files;
}
