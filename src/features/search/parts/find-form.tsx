import { useId } from "react";
import { Icon } from "#ui/icon.tsx";

/** Searches people, schools and titles by name. A plain GET form, so it works without script. */
export function FindForm({ text = "" }: { text?: string }) {
  const id = useId();
  return (
    <form method="get" action="/search" className="qsolo" role="search" aria-label="People, schools and titles">
      <div className="grow">
        <label className="sr" htmlFor={id}>
          Person, school or title
        </label>
        <div className="input qsolo__in">
          <Icon name="search" />
          <input
            id={id}
            type="search"
            name="q"
            defaultValue={text}
            placeholder="A person, a school or a title"
            maxLength={80}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      </div>
      <button className="btn btn--s btn--lg qsolo__go" type="submit">
        Find
      </button>
    </form>
  );
}
