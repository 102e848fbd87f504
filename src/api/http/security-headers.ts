/** Headers of every response. They tell clients not to execute, embed or cache the response. */
export const SECURITY_HEADERS = {
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'no-referrer',
	'cross-origin-resource-policy': 'same-origin',
	'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
	'cache-control': 'no-store',
} as const;
