/**
 * Records every secret in the traffic with the service. The fixture then searches the log, audit trail and database
 * for all of them, and fails if an error repeats one.
 */
export type WatchedTraffic = {
	readonly fetch: typeof fetch;
	/** Secrets so far, each with the place where it was first seen. */
	readonly secrets: ReadonlyMap<string, string>;
	/** Adds a secret that was not in the traffic, such as a private key. */
	readonly note: (secret: string, where: string) => void;
	/** Returns one entry per recorded secret in the text: the place where that secret was first seen. */
	readonly foundIn: (text: string) => readonly string[];
	/** One message for each error response that repeated a secret. */
	readonly toldInErrors: readonly string[];
};

/** Minimum length of a secret, characters. A search would find shorter ones by chance. */
const SECRET_LENGTH_MIN = 12;
/** Names of JSON fields that contain secrets. */
const SECRET_MEMBERS: ReadonlySet<string> = new Set([
	'token',
	'access_token',
	'refresh_token',
	'id_token',
	'device_code',
	'agent_key',
	'api_key',
	'api_secret',
	'api_passphrase',
	'signing_secret',
	'bot_token',
]);
/** Names of form fields and URL parameters that contain secrets. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
	...SECRET_MEMBERS,
	'token',
	'code',
	'link_code',
	'code_verifier',
	'client_secret',
	'client_assertion',
	'signature',
]);
/**
 * Matches the format of a stored hash. A test may send the hash in place of its secret, and the database rightly
 * contains it.
 */
const HASH = /^[0-9a-f]{64}$/;
/** Matches the name of a cookie that contains a path, not a secret. */
const OPEN_COOKIE = /^(?:__Secure-)?cw_return$/;

export function watchedTraffic(): WatchedTraffic {
	const secrets = new Map<string, string>();
	const toldInErrors: string[] = [];

	function note(value: unknown, where: string): void {
		if (typeof value !== 'string' || value.length < SECRET_LENGTH_MIN || HASH.test(value)) return;
		if (secrets.has(value)) return;
		secrets.set(value, where);
	}

	function noteFields(fields: URLSearchParams, where: string): void {
		for (const [name, value] of fields) if (SECRET_FIELDS.has(name)) note(value, `${name} of ${where}`);
	}

	function noteJson(value: unknown, where: string): void {
		if (typeof value !== 'object' || value === null) return;
		for (const [name, member] of Object.entries(value)) {
			if (SECRET_MEMBERS.has(name)) note(member, `${name} of ${where}`);
			noteJson(member, where);
		}
	}

	function noteText(text: string, type: string, where: string): void {
		if (type.includes('json')) noteJson(parsed(text), where);
		else if (type.includes('x-www-form-urlencoded')) noteFields(new URLSearchParams(text), where);
		for (const [, secret = ''] of text.matchAll(/<code class="secret"[^>]*>((?:cw|arbk)_[^<]+)<\/code>/g))
			note(secret, `the page of ${where}`);
		for (const [, csrf = ''] of text.matchAll(/name="(?:csrf|xsrf)" value="([^"]+)"/g))
			note(csrf, `csrf of ${where}`);
	}

	function noteHeaders(headers: Headers, where: string): void {
		const [, credentials] = /^\S+ +(\S+)/.exec(headers.get('authorization') ?? '') ?? [];
		note(credentials, `Authorization of ${where}`);
		const basic = Buffer.from(credentials ?? '', 'base64').toString('utf8');
		note(basic.slice(basic.indexOf(':') + 1), `Basic of ${where}`);
		note(headers.get('dpop'), `DPoP of ${where}`);
		for (const pair of [...(headers.get('cookie') ?? '').split('; '), ...headers.getSetCookie()]) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(pair) ?? [];
			if (name !== undefined && !OPEN_COOKIE.test(name)) note(value, `cookie of ${where}`);
		}
		const location = URL.parse(headers.get('location') ?? '', 'http://nowhere');
		if (location !== null) noteFields(location.searchParams, where);
	}

	const foundIn = (text: string): readonly string[] =>
		[...secrets].flatMap(([secret, where]) => (text.includes(secret) ? [where] : []));

	/** Error pages rightly contain the CSRF field for the browser's own forms. */
	function checkError(text: string, where: string): void {
		for (const found of foundIn(text))
			if (!found.startsWith('csrf of')) toldInErrors.push(`The error of ${where} says: ${found}.`);
	}

	const watched: typeof fetch = async (input, init) => {
		const request = new Request(input, init);
		const where = `${request.method} ${new URL(request.url).pathname}`;
		noteHeaders(request.headers, where);
		noteFields(new URL(request.url).searchParams, where);
		if (typeof init?.body === 'string' || init?.body instanceof URLSearchParams)
			noteText(String(init.body), request.headers.get('content-type') ?? '', where);
		const response = await fetch(input, init);
		noteHeaders(response.headers, where);
		const text = await response.clone().text();
		const isError = response.status >= 400 || isRpcError(text);
		if (isError) checkError(text, where);
		noteText(text, response.headers.get('content-type') ?? '', where);
		return response;
	};
	return { fetch: watched, secrets, note, foundIn, toldInErrors };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function isRpcError(text: string): boolean {
	const value = parsed(text);
	return typeof value === 'object' && value !== null && 'error' in value;
}
