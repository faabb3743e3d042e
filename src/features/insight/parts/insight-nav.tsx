import { Icon } from "#ui/icon.tsx";

/** Links to the sections, and to other companies beside this one. */
export function InsightNav({ links, compare }: { links: readonly [id: string, name: string][]; compare?: string }) {
  return (
    <nav className="in-nav" aria-label="On this page">
      <div className="wrap">
        {links.map(([id, name]) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
        {compare === undefined ? null : (
          <a className="in-nav__c" href={compare}>
            Compare <Icon name="arrow-right" size={14} />
          </a>
        )}
      </div>
    </nav>
  );
}

export const COMPANY_LINKS: readonly [string, string][] = [
  ["back", "Intern to full-time"],
  ["stay", "How long people stay"],
  ["flow", "Before and after"],
  ["happy", "Happier after?"],
  ["levels", "Careers after"],
];
