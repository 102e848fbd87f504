/** Tests the consent pages for a second terminal. */
import {
	allowInsecureRequests,
	type Configuration,
	discovery,
	genericGrantRequest,
	initiateDeviceAuthorization,
	None,
} from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manage } from '../../../test/security/people.ts';
import {
	type LoginService,
	type Person,
	personAt,
	startLoginService,
} from '../../../test/support/login-service.ts';
import { COMMAND_LINE_CLIENT, DEVICE_GRANT } from '../authorization/clients.ts';

let service: LoginService;
let client: Configuration;

beforeAll(async () => {
	service = await startLoginService();
	client = await discovery(new URL(service.url), COMMAND_LINE_CLIENT, {}, None(), {
		execute: [allowInsecureRequests],
	});
});

afterAll(() => service[Symbol.asyncDispose]());

async function somebody(): Promise<Person> {
	const person = personAt(service.url);
	await person.logIn();
	return person;
}

/** Requests `scope` as a terminal; the user ticks the scopes in `ticked`. */
async function admitKnown({ browser }: Person, scope: string, ticked: readonly string[]) {
	const { device_code, user_code } = await initiateDeviceAuthorization(client, {
		scope,
		resource: `${service.url}/jsonrpc/`,
	});
	await browser.open('/oauth/device');
	await browser.submit('/oauth/device', { user_code });
	const { text } = await browser.submit('/oauth/device');
	const offered = [...text.matchAll(/name="scope" value="([^"]+)"/g)].map(([, one]) => one);
	const [, path = ''] = / action="(\/interaction\/[^"]+)"/.exec(text) ?? [];
	await browser.submit(path, { decision: 'grant', scope: ticked });
	const { access_token, scope: given } = await genericGrantRequest(client, DEVICE_GRANT, { device_code });
	return { offered, given, token: access_token };
}

test('a second terminal gets its own scopes, independent of the first one', async () => {
	const person = await somebody();
	const both = ['arb:read', 'arb:trade'];
	expect(await admitKnown(person, 'arb:read arb:trade', both)).toMatchObject({
		offered: both,
		given: both.join(' '),
	});
	expect(await admitKnown(person, 'arb:read arb:trade', ['arb:read'])).toMatchObject({
		offered: both,
		given: 'arb:read',
	});
	expect(await admitKnown(person, 'arb:trade', ['arb:trade'])).toMatchObject({
		offered: ['arb:trade'],
		given: 'arb:trade',
	});
});

test('all terminals are one application under Tokens and end together', async () => {
	const person = await somebody();
	const first = await admitKnown(person, 'arb:read', ['arb:read']);
	const second = await admitKnown(person, 'arb:read arb:trade', ['arb:read', 'arb:trade']);
	const { applications } = await manage<{
		readonly applications: readonly { readonly application_id: string; readonly name: string }[];
	}>(person, 'list_tokens');
	expect(applications).toMatchObject([{ name: 'Carrywire command line', scopes: ['arb:read', 'arb:trade'] }]);
	await manage(person, 'revoke_application', { application_id: applications[0]?.application_id });
	for (const { token } of [first, second])
		expect(await service.call('portfolio_live', token)).toMatchObject({ status: 401 });
});
