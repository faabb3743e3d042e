// Takes files that another app shares with the installed web app, before they leave the device. It answers only that
// form. No other request of the site passes through it, and its policy lets it send nothing.
const STORE = "shared-files";
const ACTION = "/shared-files";
const EDITOR = "/edit";
/** Files kept at most. */
const MOST = 20;

/** A shared text comes as fields: a page's address, its title, the selected text. */
function textOf(form) {
  const parts = ["title", "text", "url"].map((name) => form.get(name)).filter((part) => typeof part === "string" && part !== "");
  return parts.join("\n");
}

async function keep(request) {
  const form = await request.formData();
  const files = form.getAll("files").filter((file) => typeof file !== "string");
  const text = textOf(form);
  if (files.length === 0 && text !== "") files.push(new File([text], "Shared text.txt", { type: "text/plain" }));
  await caches.delete(STORE);
  const store = await caches.open(STORE);
  await Promise.all(
    files.slice(0, MOST).map((file, index) =>
      store.put(
        `${ACTION}/${index}`,
        new Response(file, {
          headers: {
            "content-type": file.type || "application/octet-stream",
            "x-file-name": encodeURIComponent(file.name),
            "x-shared-at": String(Date.now()),
          },
        }),
      ),
    ),
  );
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "POST" || new URL(request.url).pathname !== ACTION) return;
  event.respondWith(
    keep(request).then(
      () => Response.redirect(EDITOR, 303),
      // The editor's own button takes the file as well.
      () => Response.redirect(EDITOR, 303),
    ),
  );
});
