/** Decides what a replay's report may do in a browser. */

/** Finds the policy that a report contains. */
const OWN_POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"<>]{1,2000})">/;
/** Directives of a report's own policy that are kept: its styles and scripts by their hashes. */
const HASHED =
	/^(?:script|style)-src (?:'none'|'sha256-[A-Za-z0-9+/=]{10,100}'(?: 'sha256-[A-Za-z0-9+/=]{10,100}')*)$/;
/** The head of a report, in which its policy is. */
const HEAD_CHARS = 4_000;

/**
 * Returns the policy with which a report is served: nothing is loaded, only its own styles and scripts run, by their
 * hashes, and it has an origin of its own, so that it can reach no cookie and no method of the service. A report
 * without hashes shows its text only.
 */
export function reportPolicy(report: string): string {
	const own = OWN_POLICY.exec(report.slice(0, HEAD_CHARS))?.[1] ?? '';
	const hashed = own
		.replaceAll('&#39;', "'")
		.split('; ')
		.filter((directive) => HASHED.test(directive));
	return [
		"default-src 'none'",
		...hashed,
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
		'sandbox allow-scripts',
	].join('; ');
}
