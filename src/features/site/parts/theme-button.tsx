import { Icon } from "#ui/icon.tsx";

const YEAR = 31_536_000;

/** Switches to the opposite of what is seen now, whether chosen or the system's. */
export function toggleTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset["theme"]
    ? root.dataset["theme"] === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = dark ? "light" : "dark";
  root.dataset["theme"] = theme;
  document.cookie = `theme=${theme}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
}

/** Switches between light and dark; the choice is kept in the `theme` cookie, so the server draws it at once. */
export function ThemeButton() {
  return (
    <button
      className="btn btn--g btn--icon btn--36 theme-btn"
      type="button"
      aria-label="Switch theme"
      onClick={toggleTheme}
    >
      <Icon name="theme" size={18} />
    </button>
  );
}
