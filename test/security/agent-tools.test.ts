/**
 * Tests the MCP endpoint for agents, which is a second URL of the same resource, and the rights of a token issued for
 * it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { type OAuthWalk, oauthWalk, tokensOf } from './oauth-walk.ts';
import { logIn, makeAgent, type Person } from './people.ts';
import { expectTaken, read } from './refusals.ts';

let fixture: Fixture;
let walk: OAuthWalk;
let ann: Person;

beforeAll(async () => {
	fixture = await openFixture();
	walk = await oauthWalk(fixture);
	ann = await logIn(fixture, 'ann');
});
afterAll(() => fixture[Symbol.asyncDispose]());

function callTool(name: string, token: string | undefined): Promise<Response> {
	const params = { name, arguments: {} };
	return fixture.fetch(`${fixture.publicUrl}/mcp`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
		},
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
	});
}

describe('RFC 9728 5 and RFC 8707 2 how an MCP client gets a token', () => {
	test('leads from the challenge through the metadata to a token that both addresses accept', async () => {
		const refused = await callTool('portfolio_live', undefined);
		expect(refused.status).toBe(401);
		const challenge = refused.headers.get('www-authenticate') ?? '';
		const [, metadataUrl = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
		const metadata = (await (await fixture.fetch(metadataUrl)).json()) as {
			readonly resource: string;
			readonly authorization_servers: readonly string[];
		};
		// RFC 9728, section 3.3, requires the document to name the URL that was called.
		expect(metadata).toMatchObject({
			resource: `${fixture.publicUrl}/mcp`,
			authorization_servers: [fixture.publicUrl],
		});
		const { resource } = metadata;
		const { access, refresh, journey } = await walk.connect(ann.browser, 'notebook', { resource }, [
			'arb:read',
		]);
		expect((await callTool('portfolio_live', access)).status).toBe(200);
		await expectTaken(read(fixture, access));
		const renewed = await tokensOf(await walk.refresh(journey, refresh, { resource }));
		expect((await callTool('portfolio_live', renewed.access)).status).toBe(200);
		// At this URL too, the service must refuse a call whose scope the user did not tick.
		const forbidden = await callTool('close_execution', renewed.access);
		expect(forbidden.status).toBe(403);
		expect(forbidden.headers.get('www-authenticate')).toContain('insufficient_scope');
	});

	test('gives an agent its own token for this address', async () => {
		const agent = await makeAgent(ann);
		const resource = `${fixture.publicUrl}/mcp`;
		const { access } = await tokensOf(await walk.agentToken(agent, { scope: 'arb:read', resource }));
		expect((await callTool('portfolio_live', access)).status).toBe(200);
		expect((await callTool('close_execution', access)).status).toBe(403);
	});
});
