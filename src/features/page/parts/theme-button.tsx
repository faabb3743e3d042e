import { useState, useSyncExternalStore } from "react";
import { Icon } from "#ui/icon.tsx";

const YEAR_SECONDS = 31_536_000;
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function chosen(): "light" | "dark" | "system" {
  const theme = document.documentElement.dataset["theme"];
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** The theme that was chosen; the system's where none was, and on the server, where the button does nothing yet. */
export function useTheme(): "light" | "dark" | "system" {
  return useSyncExternalStore(listen, chosen, () => "system");
}

/**
 * Switches from the system's theme to its opposite, so that the first press is visible, then to the theme like the
 * system's, and then back to the system's. The choice is stored in the `theme` cookie, so the server renders it at
 * once.
 */
export function switchTheme(): void {
  const root = document.documentElement;
  const [like, opposite] = matchMedia("(prefers-color-scheme: dark)").matches
    ? (["dark", "light"] as const)
    : (["light", "dark"] as const);
  const theme = { system: opposite, [opposite]: like, [like]: "system" }[chosen()] ?? "system";
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  document.cookie = `theme=${theme}; Path=/; Max-Age=${theme === "system" ? 0 : YEAR_SECONDS}; SameSite=Lax`;
  for (const listener of listeners) listener();
}

/** Switches between light, dark and the system's theme, and shows the present one. */
export function ThemeButton() {
  const theme = useTheme();
  const [isPressed, setPressed] = useState(false);
  return (
    <>
      <button
        className="btn btn--g btn--icon btn--36 theme-btn"
        type="button"
        aria-label={`Theme: ${theme}`}
        title={`Theme: ${theme}`}
        onClick={() => {
          switchTheme();
          setPressed(true);
        }}
      >
        <Icon name="theme" size={18} />
      </button>
      <span className="sr" role="status">
        {isPressed ? `Theme: ${theme}` : ""}
      </span>
    </>
  );
}
