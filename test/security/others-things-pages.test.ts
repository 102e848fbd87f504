/**
 * Requests every page with another user's ids. The tests fail for a new page until it has a line here. The line gives
 * the ids in the page's path and form, and the response to another user's ids. If the page takes no ids, the line
 * says so.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OAUTH_PATHS } from '../../src/identity/pages/oauth-routes.ts';
import { type AnnsThings, openTwoUsers, type TwoUsers } from './anns-things.ts';
import { beginConnection, copyToken, logIn } from './people.ts';

type Line = {
	/** Path of the request, with its parameters filled in. */
	readonly path: (things: AnnsThings) => string;
	/** Form fields other than the CSRF field. */
	readonly form?: (things: AnnsThings) => Readonly<Record<string, string>>;
	/**
	 * Required response if Bob sends Ann's id. If undefined, the page takes no user's id, and its response contains
	 * none of Ann's data.
	 */
	readonly refusal?: { readonly status: number; readonly words: string };
	/** True if the page is the same for every user and id, because it loads its content through JSON-RPC methods. */
	readonly isShell?: true;
	/** HTTP status of Bob's response from a page without ids; 200 by default. */
	readonly status?: number;
};

const at = (path: string) => () => path;
const interaction = { status: 404, words: 'No access request is waiting in this browser' };
const OPPORTUNITY = '/opportunities/opp_3f9a1c5b7d2e4f6081a3c5e7';

const LINES: Readonly<Record<string, Line>> = {
	'GET /': { path: at('/') },
	'GET /opportunities/:opportunityId': { path: at(OPPORTUNITY), isShell: true },
	'GET /opportunities/:opportunityId/execute': { path: at(`${OPPORTUNITY}/execute`), isShell: true },
	'GET /funding': { path: at('/funding') },
	'GET /portfolio': { path: at('/portfolio') },
	'GET /executions/:executionId': {
		path: ({ execution }) => `/executions/${execution.execution_id}`,
		isShell: true,
	},
	'GET /status': { path: at('/status') },
	'GET /plan': { path: at('/plan') },
	'GET /autopilot': { path: ({ potId }) => `/autopilot?pot=${potId}`, isShell: true },
	'GET /what-if': { path: at('/what-if') },
	'GET /backtest': { path: at('/backtest?replay=replay_2f4a6c8e0b1d3f5a7c9e1b3d') },
	'GET /backtest/:replayId/report': {
		path: ({ replayId }) => `/backtest/${replayId}/report`,
		refusal: { status: 400, words: 'replay' },
	},
	'GET /preferences': { path: at('/preferences') },
	'POST /dashboard/token': { path: at('/dashboard/token'), form: () => ({ access: 'trade' }) },
	'GET /account': { path: at('/account') },
	'POST /account/log-out-everywhere': { path: at('/account/log-out-everywhere'), status: 303 },
	'GET /login': { path: at('/login'), status: 303 },
	'POST /login/wallet/:id': {
		path: at('/login/wallet/wallet'),
		form: () => ({ address: `0x${'1'.repeat(40)}`, chain_id: '1' }),
	},
	'POST /login/wallet/:id/signed': {
		path: at('/login/wallet/wallet/signed'),
		form: () => ({ message: 'x', signature: '0x00' }),
		status: 401,
	},
	'POST /login/openid/:id': { path: at('/login/openid/company'), status: 404 },
	'GET /login/openid/:id/callback': {
		path: at('/login/openid/company/callback?state=x&code=y'),
		status: 404,
	},
	'POST /login/jwt/:id': { path: at('/login/jwt/company'), form: () => ({ token: 'x.y.z' }), status: 404 },
	'POST /login/passkey': { path: at('/login/passkey') },
	'POST /login/passkey/answer': {
		path: at('/login/passkey/answer'),
		form: () => ({ passkey_answer: '{}' }),
		status: 401,
	},
	'POST /account/passkeys': { path: at('/account/passkeys'), form: () => ({ name: 'key' }) },
	'POST /account/passkeys/answer': {
		path: at('/account/passkeys/answer'),
		form: () => ({ name: 'key', passkey_answer: '{}' }),
		status: 400,
	},
	'POST /account/passkeys/:passkeyId/remove': {
		path: ({ passkeyId }) => `/account/passkeys/${passkeyId}/remove`,
		refusal: { status: 404, words: 'must name one of your passkeys' },
	},
	'GET /login/link': { path: at('/login/link') },
	'POST /login/link': { path: at('/login/link'), form: () => ({ link_code: 'cwl_x' }), status: 401 },
	'POST /login/guest': { path: at('/login/guest'), status: 303 },
	'POST /logout': { path: at('/logout'), status: 303 },
	'GET /interaction/:uid': { path: ({ interaction: path }) => path, refusal: interaction },
	'POST /interaction/:uid': {
		path: ({ interaction: path }) => path,
		form: () => ({ decision: 'grant', scope: 'arb:read' }),
		refusal: interaction,
	},
	'GET /tokens': { path: at('/tokens') },
	'GET /agents': { path: at('/agents') },
	'GET /agents/:agentId': { path: ({ agent }) => `/agents/${agent.agentId}`, isShell: true },
	'GET /chat': { path: at('/chat') },
	'GET /connections': { path: at('/connections') },
	'POST /connections/begin/:venue': { path: at('/connections/begin/bybit') },
	'GET /connections/callback/:venue': {
		path: ({ connectionState }) =>
			`/connections/callback/bybit?state=${connectionState}&code=anything-at-all`,
		refusal: {
			status: 409,
			words: 'You started no such connection in this browser',
		},
	},
	'GET /connections/account/:accountId/disconnect': {
		path: ({ accountId }) => `/connections/account/${accountId}/disconnect`,
		isShell: true,
	},
	'GET /opportunities': { path: at('/opportunities'), status: 303 },
	'GET /exchanges': { path: at('/exchanges'), status: 303 },
	'GET /alerts': { path: at('/alerts') },
	'GET /history': { path: at('/history'), status: 303 },
	'GET /positions': { path: at('/positions'), status: 303 },
	'GET /executions': { path: at('/executions'), status: 303 },
	'GET /settings': { path: at('/settings'), status: 303 },
	'GET /audit': { path: at('/audit?before=999999') },
	'GET /account/passkeys': { path: at('/account/passkeys') },
	'POST /audit.csv': { path: at('/audit.csv') },
	'POST /audit.jsonl': { path: at('/audit.jsonl') },
	'POST /door': { path: at('/door'), form: () => ({ path: '/account' }) },
};

let users: TwoUsers;

beforeAll(async () => {
	users = await openTwoUsers();
});
afterAll(() => users[Symbol.asyncDispose]());

type Asked = { readonly status: number; readonly text: string; readonly location: string | null };

/** Sends the request from this user's browser, with that browser's CSRF field. */
async function ask(who: 'ann' | 'bob', name: string, { path, form }: Line): Promise<Asked> {
	const { browser } = users[who];
	const [method = ''] = name.split(' ');
	const account = await browser.open('/account');
	const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(account.text) ?? [];
	const place = path(users.things);
	const cookie = browser.cookies(place);
	const response = await users.trading.during(
		users.fixture.fetch(`${users.fixture.url}${place}`, {
			method,
			redirect: 'manual',
			headers: {
				cookie,
				...browser.originHeaders,
				...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
			},
			...(method === 'POST'
				? { body: new URLSearchParams({ csrf, ...form?.(users.things) }).toString() }
				: {}),
		}),
	);
	return { status: response.status, text: await response.text(), location: response.headers.get('location') };
}

function expectNothingOfAnns({ text, location }: Asked, sent = ''): void {
	const said = `${text} ${location ?? ''}`;
	expect(users.annsWords.filter((word) => said.includes(word) && !sent.includes(word))).toEqual([]);
}

const lines = Object.entries(LINES);
const plain = lines.filter(([, { refusal }]) => refusal === undefined);
const taking = lines.flatMap(([name, line]) =>
	line.refusal === undefined ? [] : [[name, line, line.refusal] as const],
);

describe('OWASP API1 another user’s things, page by page', () => {
	test('every page has a line, and every line has a page', () => {
		const pages = [...users.fixture.paths].flatMap(([path, methods]) =>
			OAUTH_PATHS.has(path) ||
			/^\/(?:(?:assets|dashboard\/[a-z]{2})\/[\w.-]+\.\w+|docs\/|llms\.txt)$/.test(path)
				? []
				: methods.split(', ').flatMap((method) => (method === 'HEAD' ? [] : [`${method} ${path}`])),
		);
		expect(Object.keys(LINES).sort()).toEqual(pages.sort());
	});

	test('a path with a user’s id has a refusal in its line', () => {
		for (const [name, { refusal, isShell }] of lines)
			if (/:(?:uid|[a-z]+Id)\b/.test(name) && isShell !== true)
				expect([name, refusal === undefined]).toEqual([name, false]);
	});

	// These tests run before the refusals, because the ids in Bob's refused requests appear in his own audit trail.
	test.each(plain)('%s shows Bob none of Ann’s data and changes none', async (name, line) => {
		const before = users.annsState();
		const answer = await ask('bob', name, line);
		expect([name, answer.status]).toEqual([name, line.status ?? 200]);
		expectNothingOfAnns(answer);
		expect(users.annsState()).toBe(before);
		if (/log-?out|guest/.test(name)) await logIn(users.fixture, 'bob', { browser: users.bob.browser });
	});

	test.each(taking)('%s refuses Ann’s id to Bob', async (name, line, { status, words }) => {
		const before = users.annsState();
		const answer = await ask('bob', name, line);
		expect([name, answer.status]).toEqual([name, status]);
		expect(answer.text).toContain(words);
		expectNothingOfAnns(answer, line.path(users.things));
		expect(users.annsState()).toBe(before);
	});
});

describe('OWASP API5 every page with no login, or with a token in its place', () => {
	test('redirects to the login or refuses, and shows and changes nothing', async () => {
		const { token: anns } = await copyToken(users.ann);
		const before = users.annsState();
		for (const [name, { path, form }] of lines)
			for (const headers of [{}, { authorization: `Bearer ${anns}` }] as Readonly<Record<string, string>>[]) {
				const [method = ''] = name.split(' ');
				const answer = await users.fixture.fetch(`${users.fixture.url}${path(users.things)}`, {
					method,
					redirect: 'manual',
					headers:
						method === 'POST' ? { ...headers, 'content-type': 'application/x-www-form-urlencoded' } : headers,
					...(method === 'POST' ? { body: new URLSearchParams(form?.(users.things)).toString() } : {}),
				});
				const seen = {
					status: answer.status,
					text: await answer.text(),
					location: answer.headers.get('location'),
				};
				expectNothingOfAnns(seen, path(users.things));
				if (method === 'POST') expect([name, seen.status]).toEqual([name, 403]);
				else if (/^GET \/(?:account|tokens|agents|connections(?!\/callback)|audit)/.test(name))
					expect([name, seen.status, seen.location?.startsWith('/login?return_to=')]).toEqual([
						name,
						303,
						true,
					]);
			}
		expect(users.annsState()).toBe(before);
	});
});

describe('docs/security.md the owner on her own pages, the control case for each refusal above', () => {
	const hers = taking.filter(([name]) => !/interaction|callback/.test(name));

	test.each(hers)('%s accepts Ann’s id from Ann', async (name, line, { words }) => {
		const answer = await ask('ann', name, line);
		expect([name, answer.text.includes(words)]).toEqual([name, false]);
		expect([200, 303, 409]).toContain(answer.status);
	});

	test('a connection that she started returns to her', async () => {
		const { ann, things } = users;
		const state = (await beginConnection(ann)).searchParams.get('state') ?? '';
		expect(state).not.toBe(things.connectionState);
		const back = await ann.browser.open(`/connections/callback/bybit?state=${state}&code=anything-at-all`);
		// The flow continues to the exchange, which is unreachable here.
		expect(back.text).not.toContain('You started no such connection');
		expect(back.text).toContain('gave no usable answer to the request for a token');
	});

	test('she can still answer the consent page that awaits her', async () => {
		const { things, ann } = users;
		const page = await ann.browser.open(things.interaction);
		expect(page.text).toContain('Rival');
	});
});
