/**
 * Tests a running service's agent tools over every transport that users have. The tests run every example in SKILL.md
 * in order, over stdio and HTTP. They also run an agent within its caps, and run the MCP conformance suite.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notPassed, runScenarios } from '../support/mcp-conformance.ts';
import { fillIn, readSkillExamples, type SkillExample, valueAt } from '../support/skill-examples.ts';
import { type Fixture, MAIN, openFixture, type Service } from './fixture.ts';
import { until } from './polling.ts';
import { openableOpportunities } from './trading.ts';

const ROOT = process.cwd();
const SKILL = readFileSync(join(ROOT, 'skills', 'carrywire', 'SKILL.md'), 'utf8');
const EXAMPLES = readSkillExamples(SKILL);
const AMOUNT_USD = 1_500;
const POLL_MS = 300;

type Answer = {
	readonly isError?: boolean;
	readonly structuredContent?: unknown;
	readonly content: unknown;
};

let fixture: Fixture;
let service: Service;
let token = '';
/** A folder with a `carrywire` program that runs this repository's code. */
let programs = '';
let client: Client;
const kept = new Map<string, string>();

beforeAll(async () => {
	fixture = openFixture();
	service = await fixture.serve();
	token = await fixture.token('arb:read arb:trade agents:manage');
	programs = mkdtempSync(join(tmpdir(), 'carrywire-programs-'));
	const program = join(programs, 'carrywire');
	writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, MAIN)}" "$@"\n`);
	chmodSync(program, 0o755);
	await openableOpportunities(service, AMOUNT_USD);
});

afterAll(async () => {
	await client?.close();
	await fixture[Symbol.asyncDispose]();
	rmSync(programs, { recursive: true, force: true });
});

/** Replaces the address and the token in an example's text with those of this service. */
function ofThisService(text: string): string {
	return text.replaceAll('http://127.0.0.1:8080', service.url).replace(/\$\{CARRYWIRE_TOKEN\}/g, token);
}

function environment(): Record<string, string> {
	return {
		PATH: `${programs}${delimiter}${process.env.PATH ?? ''}`,
		HOME: programs,
		NODE_NO_WARNINGS: '1',
		CARRYWIRE_URL: service.url,
		CARRYWIRE_TOKEN: token,
	};
}

type ServerEntry = {
	readonly type: string;
	readonly url?: string;
	readonly headers?: Record<string, string>;
	readonly command?: string;
	readonly args?: string[];
	readonly env?: Record<string, string>;
};

async function connect({ url, headers, command, args, env }: ServerEntry): Promise<Client> {
	const connected = new Client({ name: 'tests', version: '1.0.0' });
	const transport =
		url !== undefined
			? new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: headers ?? {} } })
			: new StdioClientTransport({
					command: command ?? '',
					args: args ?? [],
					env: { ...environment(), CARRYWIRE_URL: '', CARRYWIRE_TOKEN: '', ...env },
				});
	await connected.connect(transport);
	return connected;
}

async function runConfig({ text, transport }: Extract<SkillExample, { readonly kind: 'config' }>) {
	const { mcpServers } = JSON.parse(ofThisService(text)) as {
		readonly mcpServers: { readonly carrywire: ServerEntry };
	};
	expect(mcpServers.carrywire.type).toBe(transport);
	const connected = await connect(mcpServers.carrywire);
	const { tools } = await connected.listTools();
	expect(tools.map(({ name }) => name)).toContain('execute_opportunity');
	// Later calls use the newest connection. After all examples, that is the one over stdio.
	await client?.close();
	client = connected;
}

function runShell(text: string): void {
	const { status, stdout, stderr } = spawnSync('sh', ['-eu', '-c', text], {
		encoding: 'utf8',
		env: environment(),
		cwd: programs,
	});
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	expect(stdout).not.toContain('"error"');
	expect(stdout).toContain('"jsonrpc":"2.0"');
}

async function runTool(example: Extract<SkillExample, { readonly kind: 'tool' }>): Promise<void> {
	const { keep, refused, until: awaited } = example;
	const call = JSON.parse(fillIn(example.text, kept)) as { name: string; arguments: Record<string, unknown> };
	const ask = async () => {
		const answer = (await client.callTool(call)) as Answer;
		const code = valueAt(answer.structuredContent, 'error.data.code');
		expect({ name: call.name, code, said: answer.isError === true ? answer.content : '' }).toMatchObject({
			code: refused,
		});
		return answer.structuredContent;
	};
	const there = awaited === undefined ? await ask() : await untilThere(ask, awaited);
	for (const [name, path] of keep) {
		const value = valueAt(there, path);
		expect({ name, path, value }).toEqual({ name, path, value: expect.stringMatching(/./) });
		// If two examples store a value under the same name, the two values must be the same.
		expect({ name, value: kept.get(name) ?? value }).toEqual({ name, value });
		kept.set(name, String(value));
	}
}

function untilThere(ask: () => Promise<unknown>, awaited: { readonly path: string; readonly value: string }) {
	let seen: unknown;
	return until(
		{
			what: `${awaited.path} to be ${awaited.value}`,
			periodMs: POLL_MS,
			seen: () => JSON.stringify(seen),
		},
		async () => {
			const answer = await ask();
			seen = valueAt(answer, awaited.path);
			return seen === awaited.value ? (answer as object) : undefined;
		},
	);
}

async function run(example: SkillExample): Promise<void> {
	switch (example.kind) {
		case 'config':
			return runConfig(example);
		case 'sh':
			return runShell(example.text);
		case 'resource': {
			const { contents } = await client.readResource(JSON.parse(example.text) as { uri: string });
			expect(contents.length).toBeGreaterThan(0);
			return;
		}
		case 'tool':
			return runTool(example);
	}
}

describe('SKILL.md', () => {
	test('has a name and says when to use it', () => {
		expect(SKILL).toMatch(/^---\nname: carrywire\ndescription: .{50,1024}\n---\n/);
		expect(new Set(EXAMPLES.map(({ kind }) => kind))).toEqual(new Set(['config', 'sh', 'resource', 'tool']));
	});

	test.for(EXAMPLES.map((example) => [example.line, example] as const))(
		'the example at line %i works as described',
		async ([, example]) => {
			await run(example);
		},
	);

	test('leaves nothing open', async () => {
		const { structuredContent } = (await client.callTool({
			name: 'portfolio_live',
			arguments: {},
		})) as Answer;
		expect(valueAt(structuredContent, 'executions')).toEqual([]);
	});
});

test('holds an agent to its caps over stdio, with JSON-RPC errors', async () => {
	const caps = { amount_max: 100 };
	const { agent_id: agentId, agent_key: key } = await service.call<{
		readonly agent_id: string;
		readonly agent_key: string;
	}>('create_agent', { name: 'small', scopes: ['arb:read', 'arb:trade'], caps }, token);
	const granted = await fetch(`${service.url}/oauth/token`, {
		method: 'POST',
		headers: { authorization: `Basic ${Buffer.from(`${agentId}:${key}`).toString('base64')}` },
		body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'arb:read arb:trade' }),
	});
	const { access_token: agentToken } = (await granted.json()) as { readonly access_token: string };
	const mine = await connect({
		type: 'stdio',
		command: join(programs, 'carrywire'),
		args: ['mcp'],
		env: { CARRYWIRE_URL: service.url, CARRYWIRE_TOKEN: agentToken },
	});
	try {
		const { contents } = await mine.readResource({ uri: 'carrywire://limits' });
		const limits = JSON.parse((contents[0] as { readonly text: string }).text) as object;
		expect(limits).toMatchObject({ caller: { kind: 'agent', agent: { amount_max: 100 } } });
		const [first] = await openableOpportunities(service, AMOUNT_USD);
		const terms = { opportunity_id: first?.opportunity_id, amount: AMOUNT_USD };
		const preview = (await mine.callTool({
			name: 'execute_opportunity',
			arguments: { ...terms, preview: true },
		})) as Answer;
		const previewId = valueAt(preview.structuredContent, 'preview_id');
		const params = { ...terms, preview_id: previewId };
		const answer = (await mine.callTool({ name: 'execute_opportunity', arguments: params })) as Answer;
		const refused = await service.answer('execute_opportunity', terms, agentToken);
		expect(valueAt(answer.structuredContent, 'error.data.code')).toBe(refused.error?.data.code);
		expect(valueAt(answer.structuredContent, 'error.data.message')).toBe(refused.error?.data.message);
	} finally {
		await mine.close();
	}
});

test('the service passes the conformance suite for every server', async () => {
	const results = await runScenarios(`${service.url}/mcp`);
	for (const name of [
		'server-initialize',
		'ping',
		'tools-list',
		'resources-list',
		'prompts-list',
		'dns-rebinding-protection',
	])
		expect({ name, failed: notPassed(results.get(name)) }).toEqual({ name, failed: [] });
});
