/**
 * Builds the frame and headers of the simulated exchanges' pages. The headers allow no script, foreign content,
 * embedding or caching.
 */
import { createHash } from 'node:crypto';
import { type Html, html } from './html.ts';
import type { FrontEndResponse } from './types.ts';

export type PageStyle = {
	/**
	 * Page title, such as `Simulated Bybit`. It is never just the exchange's name, so that nobody mistakes the page
	 * for the real exchange's.
	 */
	readonly title: string;
	/** Cookie name. Cookies do not distinguish ports, so each exchange on this machine has its own name. */
	readonly cookie: string;
};

export type PageOptions = {
	readonly status?: number;
	readonly cookie?: string | undefined;
	/**
	 * URL that a form on the page may redirect to. Browsers also apply the Content-Security-Policy to the redirect
	 * after a form, so the policy must allow this URL.
	 */
	readonly leadsTo?: string | undefined;
};

const CSS = `
*{box-sizing:border-box}
body{margin:0;background:#f3f4f6;color:#1b1f24;font:16px/1.5 system-ui,sans-serif}
header,main,footer{max-width:30rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2.5rem}
header p{margin:0}
.venue{font-size:1.25rem;font-weight:700}
.notice{color:#7a4b00;font-size:.9rem}
main{margin-top:1.25rem;padding:1.5rem 1.5rem 1.75rem;background:#fff;border:1px solid #d5d9de;border-radius:10px}
h1{margin:0 0 1rem;font-size:1.3rem;line-height:1.3;overflow-wrap:anywhere}
h2{margin:1.25rem 0 .25rem;font-size:1rem}
p{margin:.5rem 0;overflow-wrap:anywhere}
ul{margin:.25rem 0;padding-left:1.25rem}
label{display:block;margin:.75rem 0 0;font-weight:600}
input{display:block;width:100%;margin-top:.25rem;padding:.6rem .7rem;border:1px solid #868e98;border-radius:6px;font:inherit;font-weight:400}
button{padding:.6rem 1.1rem;border:1px solid #868e98;border-radius:6px;background:#fff;color:#1b1f24;font:inherit;font-weight:600;cursor:pointer}
button.main{border-color:#174ea6;background:#174ea6;color:#fff}
button.plain{padding:0;border:0;background:none;color:#174ea6;font-weight:400;text-decoration:underline}
a{color:#174ea6}
:focus-visible{outline:3px solid #8ab4f8;outline-offset:2px}
.buttons{display:flex;gap:.75rem;margin-top:1.25rem}
.problem{padding:.6rem .8rem;border-left:4px solid #b3261e;background:#fdecea}
details{margin-top:1.5rem;padding-top:1rem;border-top:1px solid #d5d9de}
summary{cursor:pointer;font-weight:600}
table{width:100%;border-collapse:collapse}
td,th{padding:.6rem .5rem .6rem 0;border-bottom:1px solid #d5d9de;text-align:left;vertical-align:top;font-size:.9rem}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
footer{padding-top:1rem;padding-bottom:2rem;font-size:.9rem}
footer form{display:inline}
`;

const CSS_HASH = createHash('sha256').update(CSS).digest('base64');

/** Returns a complete page. `footer` appears below the box with `main`. */
export function page(
	style: PageStyle,
	title: string,
	content: { readonly main: Html; readonly footer?: Html | undefined },
	options: PageOptions = {},
): FrontEndResponse {
	const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${style.title}</title>
<style>${{ markup: CSS }}</style>
</head>
<body>
<header>
<p class="venue">${style.title}</p>
<p class="notice">A simulation on this machine: not the exchange, and no real money.</p>
</header>
<main>
<h1>${title}</h1>
${content.main}
</main>
<footer>${content.footer}</footer>
</body>
</html>
`;
	return {
		status: options.status ?? 200,
		headers: {
			...BROWSER_HEADERS,
			'content-type': 'text/html; charset=utf-8',
			'content-security-policy': policy(options.leadsTo),
			...cookieHeader(options.cookie),
		},
		body: markup,
	};
}

/** Redirects the browser with a GET, even after a form. */
export function seeOther(location: string, cookie?: string): FrontEndResponse {
	return { status: 303, headers: { ...BROWSER_HEADERS, location, ...cookieHeader(cookie) }, body: '' };
}

const BROWSER_HEADERS = {
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
} as const;

function policy(leadsTo: string | undefined): string {
	const targets = leadsTo === undefined ? "'self'" : `'self' ${new URL(leadsTo).origin}`;
	return `default-src 'none'; style-src 'sha256-${CSS_HASH}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`;
}

function cookieHeader(cookie: string | undefined): { readonly 'set-cookie'?: string } {
	return cookie === undefined ? {} : { 'set-cookie': cookie };
}
