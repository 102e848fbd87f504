/** Runs the MCP conformance suite over our route, with the fixtures for its scenarios in addition to our own tools. */
import { describe, expect, test } from 'vitest';
import { type Check, notPassed, runScenarios, serverScenarios } from '../support/mcp-conformance.ts';
import { addConformanceFixtures } from './mcp-fixtures.ts';
import { startTestServer } from './test-server.ts';

const ASKS_NOTHING =
	'The server sends no requests to the client during a call: it serves each message separately, without a session for the client to answer in.';
const NO_SESSION = 'The server keeps no session, so a client cannot resume, poll or name one.';
const NOTHING_CHANGES = 'The server offers no resource subscriptions.';

/** Scenarios for features that the server does not have, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
	'tools-call-sampling': ASKS_NOTHING,
	'tools-call-elicitation': ASKS_NOTHING,
	'elicitation-sep1034-defaults': ASKS_NOTHING,
	'elicitation-sep1330-enums': ASKS_NOTHING,
	'server-sse-polling': NO_SESSION,
	'server-sse-multiple-streams': NO_SESSION,
	'resources-subscribe': NOTHING_CHANGES,
	'resources-unsubscribe': NOTHING_CHANGES,
};

/** Scenarios that every server must pass without fixtures. */
const WITHOUT_FIXTURES = [
	'server-initialize',
	'ping',
	'tools-list',
	'resources-list',
	'prompts-list',
	'dns-rebinding-protection',
];

describe('every scenario of the suite', async () => {
	const names = await serverScenarios();
	let results: ReadonlyMap<string, readonly Check[]> | undefined;
	const checksOf = async (name: string) => {
		if (results === undefined) {
			await using server = await startTestServer({ furtherMcp: addConformanceFixtures });
			results = await runScenarios(`${server.url}/mcp`);
		}
		return results.get(name);
	};

	test('runs, or is omitted with a reason', () => {
		expect(names.length).toBeGreaterThan(30);
		expect(Object.keys(LEFT_OUT).filter((name) => !names.includes(name))).toEqual([]);
	});

	test.for(names.filter((name) => !Object.hasOwn(LEFT_OUT, name)))('%s passes', async (name) => {
		expect(notPassed(await checksOf(name))).toEqual([]);
	});
});

test('passes the common scenarios without fixtures', async () => {
	await using server = await startTestServer();
	const results = await runScenarios(`${server.url}/mcp`);
	expect(WITHOUT_FIXTURES.flatMap((name) => notPassed(results.get(name)))).toEqual([]);
});
