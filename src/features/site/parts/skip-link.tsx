/** First in the page: lets keyboards pass the header. The target is `main`. */
export function SkipLink() {
  return (
    <a className="skip" href="#main">
      Skip to content
    </a>
  );
}
