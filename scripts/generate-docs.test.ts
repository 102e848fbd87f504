import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { METHODS } from '../src/api/methods/registry.ts';
import { ERROR_CODES } from '../src/domain/codes.ts';
import { GATE } from '../src/engine/risk/gate.ts';
import { LOGIN_REFUSALS } from '../src/identity/proven-identity.ts';
import { GUARDS } from '../src/opportunities/guards.ts';
import { EXCHANGE_OAUTH_TABLE } from '../src/venues/modules.ts';
import { generatedClient } from './generated-client.ts';
import { generatedPages } from './generated-pages.ts';
import { schemaRows, typeText } from './schema-rows.ts';

const SCRIPT = join(import.meta.dirname, 'generate-docs.ts');
const run = (...args: string[]) => {
	const { status, stdout } = spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' });
	return { status, stdout };
};

test('generates types and facts of every method for the client, and a name for every code', () => {
	const files = generatedClient();
	const types = files.get('client/methods.ts') ?? '';
	for (const { name } of METHODS) {
		const key = name.includes('.') ? `'${name}'` : name;
		expect(types).toContain(`\treadonly ${key}: {`);
		expect(files.get('client/method-facts.ts')).toContain(`\n\t${key}: `);
	}
	for (const code of Object.keys(ERROR_CODES)) expect(types).toContain(`\treadonly ${code}: {`);
	expect(types).toContain('readonly expected_net: number | null;');
	expect(types).toContain('readonly exit?: ExitRules | undefined;');
});

test('puts every method, parameter, result member, code and setting on its page', () => {
	const pages = generatedPages();
	const rpc = pages.get('rpc.md') ?? '';
	for (const { name } of METHODS) expect(rpc).toContain(`\n## ${name}\n`);
	for (const word of [
		'`exit.max_hours`',
		'`data[].net.cost.total`',
		'`executions[].pnl.funding_pnl`',
		'`plan.legs[].limit_price`',
	])
		expect(rpc).toContain(word);
	for (const code of Object.keys(ERROR_CODES)) expect(pages.get('errors.md')).toContain(`| \`${code}\` |`);
	for (const code of Object.keys(GUARDS)) expect(pages.get('guards.md')).toContain(`| \`${code}\` |`);
	for (const { lines } of GATE)
		for (const line of lines) expect(pages.get('risk.md')).toContain(`\`${line}\``);
	expect(pages.get('configuration.md')).toContain(
		'| `server.port` | integer | port | `8080` | at least 0, at most 65535 | TCP port; 0 chooses a free one. | `CARRYWIRE_PORT` | `--port` |',
	);
	for (const line of [
		'| `auth.identityProviders[kind=openid].issuer` | string |  | required | 0 to 1024 characters | Issuer, exactly as in the provider’s iss claim. |  |  |',
		'| `auth.identityProviders[kind=wallet].chains[].rpcUrl` | string or null |  | `null` |',
		'| `auth.identityProviders[kind=wallet].chains` | array of object |  | `[{"chainId":1,',
		'| required | 1 to 16 entries | Allowed redirect URIs',
	])
		expect(pages.get('configuration.md')).toContain(line);
	for (const reason of Object.keys(LOGIN_REFUSALS))
		expect(pages.get('errors.md')).toContain(`| \`${reason}\` |`);
	expect(pages.get('limits.md')).toContain(
		'| trade | user | 5 | 20 | execute_opportunity, roll_leg, update_exit, continue_epoch, resubmit_execute_opportunity, resume_trading, connect_exchange, check_exchange_account, use_exchange_account, set_own_transfers, disconnect_exchange, open_simulated_accounts, autopilot_start, autopilot_change, autopilot_confirm |',
	);
	expect(pages.get('scores.md')).toContain('| `risk.history` |');
	const oauth = pages.get('exchange-oauth.md') ?? '';
	for (const row of Object.values(EXCHANGE_OAUTH_TABLE)) {
		const part = oauth.split(`\n## ${row.name}\n`)[1]?.split('\n## ')[0] ?? '';
		const facts = Object.values(row).filter((member) => typeof member === 'object' && 'verified' in member);
		expect(part.match(/\| (?:documented|unverified) \|/g)?.length, row.name).toBe(facts.length);
	}
	expect([...pages.values()].join('')).not.toContain('undefined');
});

test('--check fails for a missing or a changed page, and passes after writing', () => {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-docs-'));
	const count = generatedPages().size + generatedClient().size;
	expect(count).toBeGreaterThan(8);
	try {
		expect(run('--check', folder)).toMatchObject({
			status: 1,
			stdout: expect.stringContaining(`compared ${count}, ${count} differ`),
		});
		expect(run(folder)).toMatchObject({
			status: 0,
			stdout: expect.stringContaining(`wrote ${count}, ${count} changed`),
		});
		expect(run('--check', folder)).toMatchObject({
			status: 0,
			stdout: expect.stringContaining(`compared ${count}, 0 differ`),
		});
		appendFileSync(join(folder, 'docs/errors.md'), 'x');
		appendFileSync(join(folder, 'client/methods.ts'), 'x');
		expect(run('--check', folder)).toMatchObject({
			status: 1,
			stdout: expect.stringMatching(/docs\/errors\.md differs.*\nclient\/methods\.ts differs/),
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

test('names the kind in the rows of a list with several kinds of object', () => {
	const kind = (name: string, member: string) => ({
		type: 'object',
		required: ['kind'],
		properties: { kind: { type: 'string', const: name }, [member]: { type: 'number' } },
	});
	const schema = {
		type: 'object',
		properties: { a: { type: 'array', items: { oneOf: [kind('x', 'b'), kind('y', 'c')] } } },
	};
	expect(schemaRows(schema).map(({ path }) => path)).toEqual([
		'a',
		'a[kind=x].kind',
		'a[kind=x].b',
		'a[kind=y].kind',
		'a[kind=y].c',
	]);
	expect(typeText(schema.properties.a)).toBe('array of object');
});

test('rows open arrays, objects and nullable objects', () => {
	const rows = schemaRows({
		type: 'object',
		required: ['a'],
		properties: {
			a: { type: 'array', items: { type: 'object', properties: { b: { type: 'number' } } } },
			c: { anyOf: [{ type: 'object', properties: { d: { type: 'string' } } }, { type: 'null' }] },
		},
	});
	expect(rows.map(({ path, required }) => [path, required])).toEqual([
		['a', true],
		['a[].b', false],
		['c', false],
		['c.d', false],
	]);
});
