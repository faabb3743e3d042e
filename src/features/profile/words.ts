/** Usernames that nobody can choose: paths, and words by which somebody could pretend to run the site. */
const RESERVED_USERNAMES: ReadonlySet<string> = new Set(
  `abuse about access account accounts admin administrator administrators anonymous api app apps ask assets auth
  billing blog broadcast career careers change-email code codes community companies company compare connect contact
  cookies copyright dashboard data delete demo developer developers dev discover docs download edit email error
  everyone export facebook faq favicon.ico feed feedback feeds follow forgot-password forum gallery github google guest health healthz
  help home host hostmaster icon icons image images info invite invites jobs join legal linkedin list lists link
  links login logo logos logout mail mailer-daemon manifest.webmanifest map me media messages metrics moderator
  moderators monogram network network-sign-in news newsletter nobody none noreply no-reply null oauth official
  operator owner passkey passkeys password people pfp picture pictures pipeline pipelines policy
  postmaster preferences press pricing privacy private profile profiles public readyz register report reset
  reset-password robots.txt root rss rules save school schools search secret security sessions settings setup
  share shared-files shared-files.js sign-in sign-out signin signout signup site sitemap sitemap.xml ssl staff
  static statistics stats status subscribe suggestion suggestions superuser support suspended sysadmin system team terms test token tokens tos
  undefined unknown unsubscribe update upload user username users verify verify-email web webmaster welcome
  well-known www like-me moderation oembed paths reply s title you`.split(/\s+/),
);

const BARE = new Set([...RESERVED_USERNAMES].map(bare));

function bare(name: string): string {
  return name.toLowerCase().replace(/[._-]/g, "");
}

/** True for a reserved username. Ignores case, dots and underscores. */
export function isReservedUsername(username: string): boolean {
  return BARE.has(bare(username));
}
