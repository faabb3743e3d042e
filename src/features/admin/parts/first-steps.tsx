import { Check } from "lucide-react";
import { useId, type ReactNode } from "react";
import type { FirstSteps } from "#features/admin/read.server.ts";

type Step = { name: string; text: string; href: string; isDone: boolean };

function stepsOf({ hasTotp, hasCode }: FirstSteps): Step[] {
  return [
    {
      name: "Protect your login",
      text: "Set up an authenticator app as a second step.",
      href: "/admin/dashboard/security",
      isDone: hasTotp,
    },
    {
      name: "Send yourself a test e-mail",
      text: "Without a mail server e-mails wait in the mail queue, where you can read them.",
      href: "/admin/dashboard/emails",
      isDone: false,
    },
    {
      name: "Invite people",
      text: "A code or a list of addresses lets people into a closed site, and says who came by it.",
      href: "/admin/dashboard/codes",
      isDone: hasCode,
    },
    {
      name: "Add the first line",
      text: "Your own, perhaps: sign up as everybody does.",
      href: "/signup",
      isDone: false,
    },
  ];
}

/** Shown until somebody has saved a pipeline. */
export function FirstStepsPanel({ steps }: { steps: FirstSteps }): ReactNode {
  const id = useId();
  return (
    <section className="panel afirst" aria-labelledby={id}>
      <h2 className="h-sub" id={id}>
        First steps
      </h2>
      <p className="ui dim">Nobody has added a pipeline yet. This goes away with the first one.</p>
      <ol className="afirst__l" role="list">
        {stepsOf(steps).map(({ name, text, href, isDone }) => (
          <li key={href} className={isDone ? "afirst__s is-done" : "afirst__s"}>
            <span className="afirst__r" aria-hidden="true">
              {isDone ? <Check className="icon" size={14} strokeWidth={2.5} /> : null}
            </span>
            <span>
              <a className="link semi" href={href}>
                {name}
              </a>
              {isDone ? <span className="sr"> (done)</span> : null}
              <span className="small dim afirst__t">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
