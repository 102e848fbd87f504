/** Decides the security headers of pages. */
import { SECURITY_HEADERS } from '../../api/http/security-headers.ts';

const CALLS: Readonly<Record<'methods' | 'own paths', (baseUrl: string) => string>> = {
	// In some browsers, 'self' does not include the WebSocket scheme.
	methods: (baseUrl) =>
		`connect-src 'self' ${baseUrl.replace(/^http/, 'ws')}; require-trusted-types-for 'script'; trusted-types svelte-trusted-html carrywire-worker; worker-src 'self'; `,
	'own paths': () => "connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; ",
};

/** Returns the security headers: no foreign content, only our scripts, and no framing. */
export function pageHeaders(page: {
	readonly script: boolean;
	readonly formTargets: readonly string[];
	readonly baseUrl: string;
	/**
	 * Endpoints that the page's script calls: the methods, over HTTP and WebSocket, or only other paths of this
	 * service.
	 */
	readonly calls?: 'methods' | 'own paths';
}): Record<string, string> {
	const script = page.script ? "script-src 'self'; " : '';
	const calls = page.calls === undefined ? '' : CALLS[page.calls](page.baseUrl);
	const targets = ["'self'", ...page.formTargets].join(' ');
	return {
		...SECURITY_HEADERS,
		// Without any referrer, browsers would not send a form's origin either.
		'referrer-policy': 'same-origin',
		'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; ${script}${calls}form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
		'cross-origin-opener-policy': 'same-origin',
		'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
		...(page.baseUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
	};
}
