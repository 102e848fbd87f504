/** Checks mail addresses. */

const LENGTH_MAX = 254;
const LOCAL_LENGTH_MAX = 64;
/** Dot-atoms of RFC 5322, 3.2.3: neither quotes nor spaces nor line breaks, so an address cannot add a header. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** At least two labels; the last one begins with a letter, so an IP address is not a domain. */
const DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

/** Returns true for one plain mail address in ASCII, such as `ann@example.com`, without a name or a comment. */
export function isMailAddress(text: string): boolean {
	const at = text.lastIndexOf('@');
	const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
	return (
		at > 0 &&
		text.length <= LENGTH_MAX &&
		local.length <= LOCAL_LENGTH_MAX &&
		LOCAL.test(local) &&
		DOMAIN.test(domain)
	);
}
