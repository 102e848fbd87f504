import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LAYER_RULES } from './layer-rules.ts';
import { filesOfNoLayer, ownModules, readImports, rulesFrom, violationsIn } from './layers.ts';

const RULES = rulesFrom(LAYER_RULES);
let root = '';

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'carrywire-layers-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Tree = Readonly<Record<string, string>>;

/** A repository tree without faults. It has a file in every layer that the test cases need. */
const INNOCENT: Tree = {
	'src/domain/decimal.ts': 'export const ONE = 1n;',
	'src/domain/money.ts': "import { ONE } from './decimal.ts';\nexport const TWO = ONE + ONE;",
	'src/ports/clock.ts': "import type { TWO } from '../domain/money.ts';\nexport type Clock = typeof TWO;",
	'src/runtime/clock.ts': "import { hrtime } from 'node:process';\nexport const now = hrtime;",
	'src/engine/risk/gate.ts': "import { TWO } from '../../domain/money.ts';\nexport const gate = TWO;",
	'src/engine/decide/engine.ts':
		"import { gate } from '../risk/gate.ts';\nexport const step = (): bigint => gate;",
	'src/engine/drive/driver.ts':
		"import { gate } from '../risk/gate.ts';\nimport { step } from '../decide/engine.ts';\nexport const drive = [gate, step];",
	'src/engine/orders/order-service.ts':
		"import { drive } from '../drive/driver.ts';\nexport const desk = drive;",
	'src/opportunities/scan.ts': "import type { Clock } from '../ports/clock.ts';\nexport type Scan = Clock;",
	'src/portfolio/positions.ts': 'export const positions = 1;',
	'src/market/books.ts': 'export const books = 1;',
	'src/alerts/rules.ts': 'export const rules = 1;',
	'src/accounts/book.ts': "import { createHash } from 'node:crypto';\nexport const book = createHash;",
	'src/accounts/paper/margin.ts': 'export const margin = 1;',
	'src/venues/shared/session.ts': "import { exchange } from 'ccxt';\nexport const session = exchange;",
	'src/venues/feeds/frame.ts': 'export const frame = 1;',
	'src/venues/read-only/reads.ts':
		"import { session } from '../shared/session.ts';\nexport const reads = session;",
	'src/venues/bybit/dialect.ts':
		"import { session } from '../shared/session.ts';\nexport const bybit = session;",
	'src/venues/bybit/facts.ts': "import { TWO } from '../../domain/money.ts';\nexport const facts = TWO;",
	'src/venues/facts.ts': "import { facts } from './bybit/facts.ts';\nexport const all = [facts];",
	'src/venues/okx/dialect.ts': "import { frame } from '../feeds/frame.ts';\nexport const okx = frame;",
	'src/venues/modules.ts': "import { bybit } from './bybit/dialect.ts';\nexport const dialects = [bybit];",
	'src/store/sqlite.ts': "import { DatabaseSync } from 'node:sqlite';\nexport const store = DatabaseSync;",
	'src/vault/seal.ts': "import { createHash } from 'node:crypto';\nexport const seal = createHash;",
	'src/identity/tokens.ts': "import { createHash } from 'node:crypto';\nexport const hash = createHash;",
	'src/identity/authorization/server.ts': "import { hash } from '../tokens.ts';\nexport const server = hash;",
	'src/identity/pages/page.ts': "import { hash } from '../tokens.ts';\nexport const page = hash;",
	'src/api/rpc/params.ts': "import { z } from 'zod';\nexport const params = z;",
	'src/api/methods/registry.ts':
		"import { params } from '../rpc/params.ts';\nexport const registry = params;",
	'src/api/streams/hub.ts':
		"import { registry } from '../methods/registry.ts';\nexport const hub = registry;",
	'src/api/mcp/tools.ts':
		"import { registry } from '../methods/registry.ts';\nexport const tools = registry;",
	'src/api/http/server.ts':
		"import fastify from 'fastify';\nimport { registry } from '../methods/registry.ts';\nexport const server = [fastify, registry];",
	'src/config/config.ts': "import { z } from 'zod';\nexport const config = z;",
	'src/app/app.ts':
		"import { store } from '../store/sqlite.ts';\nimport { dialects } from '../venues/modules.ts';\nexport const app = [store, dialects];",
	'src/operations/backup.ts': "import { app } from '../app/app.ts';\nexport const backup = app;",
	'client/client.ts': "import type { Methods } from './methods.ts';\nexport type Client = Methods;",
	'client/methods.ts': 'export type Methods = {};',
	'cli/main.ts': "import { app } from '../src/app/app.ts';\nexport const serve = app;",
	'research/scores.ts': "import { TWO } from '../src/domain/money.ts';\nexport const scores = TWO;",
	'simulator/core/world.ts': "import { ONE } from '../../src/domain/decimal.ts';\nexport const world = ONE;",
	'simulator/bybit/routes.ts': "import { world } from '../core/world.ts';\nexport const routes = world;",
	'simulator/kucoin/routes.ts':
		"import { WebSocketServer } from 'ws';\nexport const routes = WebSocketServer;",
	'simulator/main.ts': "import { routes } from './bybit/routes.ts';\nroutes;",
	'dashboard/src/live/service.svelte.ts':
		"import type { Client } from '../../../client/client.ts';\nexport type Service = Client;",
	'dashboard/src/frame/App.svelte':
		'<script lang="ts">\n\timport type { Service } from \'../live/service.svelte.ts\';\n</script>\n',
	'scripts/tool.ts': "import { registry } from '../src/api/methods/registry.ts';\nregistry;",
};

function plant(tree: Tree): void {
	for (const [path, text] of Object.entries(tree)) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	}
}

/** Adds `changes` to the faultless tree and returns the checker's messages. */
async function judge(changes: Tree): Promise<readonly string[]> {
	const tree = { ...INNOCENT, ...changes };
	plant(tree);
	const files = Object.keys(tree).sort();
	return [
		...filesOfNoLayer(LAYER_RULES, files).map((path) => `${path} belongs to no layer`),
		...violationsIn(await readImports(root, files, RULES), RULES),
	];
}

describe('the table', () => {
	test('finds no fault in a clean tree, and reports how much it checked', async () => {
		expect(await judge({})).toEqual([]);
		const files = Object.keys(INNOCENT);
		const modules = ownModules(await readImports(root, files, RULES), files);
		expect(modules).toHaveLength(files.length);
		expect(modules.flatMap(({ dependencies }) => dependencies)).toHaveLength(44);
	});

	/** Each fault has its own file, so one run checks them all. */
	const FAULTS = [
		['domain → node', 'src/domain/a.ts', "import 'node:fs';"],
		['domain → built-in without prefix', 'src/domain/a.ts', "import 'fs';"],
		['domain → package', 'src/domain/a.ts', "import 'zod';"],
		['domain → ports, types only', 'src/domain/a.ts', "import type { Clock } from '../ports/clock.ts';"],
		[
			'domain → ports, a type among values',
			'src/domain/a.ts',
			"import { type Clock } from '../ports/clock.ts';\nexport type A = Clock;",
		],
		['ports → runtime', 'src/ports/a.ts', "import '../runtime/clock.ts';"],
		['risk → decide', 'src/engine/risk/a.ts', "import '../decide/engine.ts';"],
		['decide → drive', 'src/engine/decide/a.ts', "import '../drive/driver.ts';"],
		['drive → orders', 'src/engine/drive/a.ts', "import '../orders/desk.ts';"],
		['drive → runtime', 'src/engine/drive/a.ts', "import '../../runtime/clock.ts';"],
		['orders → venues', 'src/engine/orders/a.ts', "import '../../venues/bybit/dialect.ts';"],
		['opportunities → risk', 'src/opportunities/a.ts', "import '../engine/risk/gate.ts';"],
		['portfolio → drive', 'src/portfolio/a.ts', "import '../engine/drive/driver.ts';"],
		['portfolio → decide', 'src/portfolio/a.ts', "import '../engine/decide/engine.ts';"],
		['market → node', 'src/market/a.ts', "import 'node:fs';"],
		['accounts → paper', 'src/accounts/a.ts', "import './paper/margin.ts';"],
		['paper → accounts', 'src/accounts/paper/a.ts', "import '../book.ts';"],
		['a venue → another venue', 'src/venues/bybit/a.ts', "import '../okx/dialect.ts';"],
		['facts of a venue → ports', 'src/venues/a/facts.ts', "import '../../ports/clock.ts';"],
		['read-only → the venue registry', 'src/venues/read-only/a.ts', "import '../modules.ts';"],
		['a venue → store', 'src/venues/bybit/a.ts', "import '../../store/sqlite.ts';"],
		['feeds → a venue', 'src/venues/feeds/a.ts', "import '../okx/dialect.ts';"],
		['the venue registry → node', 'src/venues/a.ts', "import 'node:fs';"],
		['store → runtime', 'src/store/a.ts', "import '../runtime/clock.ts';"],
		['vault → another built-in', 'src/vault/a.ts', "import 'node:net';"],
		['vault → a package', 'src/vault/a.ts', "import 'jose';"],
		['identity → rpc', 'src/identity/a.ts', "import '../api/methods/registry.ts';"],
		['identity → another built-in', 'src/identity/a.ts', "import 'node:fs';"],
		['identity → pages', 'src/identity/a.ts', "import './pages/page.ts';"],
		['rpc → methods', 'src/api/rpc/a.ts', "import '../methods/registry.ts';"],
		['methods → http', 'src/api/methods/a.ts', "import '../http/server.ts';"],
		['methods → a service', 'src/api/methods/a.ts', "import '../../opportunities/scan.ts';"],
		['methods → another package', 'src/api/methods/a.ts', "import 'ccxt';"],
		['http → venues', 'src/api/http/a.ts', "import '../../venues/bybit/dialect.ts';"],
		['http → config', 'src/api/http/a.ts', "import '../../config/config.ts';"],
		['config → app', 'src/config/a.ts', "import '../app/app.ts';"],
		['app → operations', 'src/app/a.ts', "import '../operations/backup.ts';"],
		['operations → cli', 'src/operations/a.ts', "import '../../cli/main.ts';"],
		['client → server code', 'client/a.ts', "import { registry } from '../src/api/methods/registry.ts';"],
		[
			'client → types of a service',
			'client/a.ts',
			"import type { Scan } from '../src/opportunities/scan.ts';",
		],
		['research → a service', 'research/a.ts', "import '../src/opportunities/scan.ts';"],
		['cli → simulator', 'cli/a.ts', "import '../simulator/core/world.ts';"],
		['cli → scripts', 'cli/a.ts', "import '../scripts/tool.ts';"],
		['the dashboard → rpc', 'dashboard/src/live/a.ts', "import '../../../src/api/methods/registry.ts';"],
		[
			'a component → node',
			'dashboard/src/frame/A.svelte',
			"<script lang='ts'>\nimport 'node:fs';\n</script>",
		],
		['simulator → domain but decimals', 'simulator/core/a.ts', "import '../../src/domain/money.ts';"],
		['a simulated exchange → ports', 'simulator/bybit/a.ts', "import '../../src/ports/clock.ts';"],
		['simulator core → a simulated exchange', 'simulator/core/a.ts', "import '../bybit/routes.ts';"],
		['a simulated exchange → another', 'simulator/bybit/a.ts', "import '../kucoin/routes.ts';"],
		['re-export', 'src/domain/a.ts', "export * from '../ports/clock.ts';"],
		['dynamic import', 'src/domain/a.ts', "export const a = import('../ports/clock.ts');"],
		['a missing file', 'src/domain/a.ts', "import './missing.ts';"],
		['a file of no layer', 'src/elsewhere/a.ts', 'export const a = 1;'],
	].map(([name = '', path = '', text = ''], at) => ({
		name,
		path: path.replace(/a(\.(?:ts|svelte))$/i, `a${at}$1`),
		text,
	}));

	test('catches each fault once', async () => {
		const violations = await judge(Object.fromEntries(FAULTS.map(({ path, text }) => [path, text])));
		const found = FAULTS.map(({ name, path }) => [
			name,
			violations.filter((sentence) => sentence.startsWith(`${path} `)).length,
		]);
		expect(found).toEqual(FAULTS.map(({ name }) => [name, 1]));
		expect(violations).toHaveLength(FAULTS.length);
	});

	test('rejects an import of a test by code that ships', async () => {
		plant({ 'src/domain/a.test.ts': 'export const a = 1;' });
		expect(await judge({ 'src/domain/b.ts': "import './a.test.ts';" })).toEqual([
			'src/domain/b.ts imports src/domain/a.test.ts (no test): tests and benches ship with nothing',
		]);
	});

	test('names every layer once, because a second row of the same name would have no effect', () => {
		const names = LAYER_RULES.map(({ layer }) => layer);
		expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
	});

	test('reports an import cycle once, with its files', async () => {
		const violations = await judge({
			'src/domain/a.ts': "import './b.ts';",
			'src/domain/b.ts': "import type { C } from './c.ts';\nexport type B = C;",
			'src/domain/c.ts': "import './a.ts';\nexport type C = 1;",
		});
		expect(violations).toEqual([
			'src/domain/a.ts, src/domain/b.ts, src/domain/c.ts import one another: imports point downward, and a circle has no bottom',
		]);
	});
});

describe('the command', () => {
	const run = (...words: string[]) =>
		spawnSync(process.execPath, [join(import.meta.dirname, 'check-layers.ts'), root, ...words], {
			encoding: 'utf8',
		});
	const git = (...options: string[]) => execFileSync('git', options, { cwd: root });

	test('draws a clean checkout, passes it and counts the checked files', () => {
		plant({ ...INNOCENT, 'docs/pictures/structure.svg': '' });
		git('init', '--quiet');
		expect(run().stdout).toContain('docs/pictures/structure.svg differs from the imports');
		run('--draw');
		const { status, stdout } = run();
		expect(stdout).toContain(`read ${Object.keys(INNOCENT).length} files`);
		expect(stdout).toContain('structure: 32 folders, 21 ordered pairs, 0 circles');
		expect(status).toBe(0);
	});

	test('fails for one violation and names both files', () => {
		plant({ ...INNOCENT, 'src/domain/money.ts': "\nimport '../ports/clock.ts';\nexport const TWO = 2n;" });
		git('init', '--quiet');
		const { status, stdout } = run();
		expect(stdout).toContain('src/domain/money.ts imports src/ports/clock.ts (domain)');
		expect(status).toBe(1);
	});

	test('fails for folders that import one another, even if no files do', () => {
		plant({
			...INNOCENT,
			'src/venues/bybit/orders.ts': "import { all } from '../facts.ts';\nexport const orders = all;",
		});
		git('init', '--quiet');
		run('--draw');
		const { status, stdout } = run();
		expect(stdout).toContain('the folders src/venues, src/venues/bybit import one another in a circle');
		expect(status).toBe(1);
	});

	test('fails for an empty checkout, because nothing was checked', () => {
		git('init', '--quiet');
		const { status, stdout } = run();
		expect(stdout).toContain('src/ holds no TypeScript file');
		expect(status).toBe(1);
	});

	test('fails when source is hidden from git', () => {
		plant({ ...INNOCENT, '.gitignore': 'src/domain/\n' });
		git('init', '--quiet');
		const { status, stdout } = run();
		expect(stdout).toContain('src/domain/money.ts is on the disk, but ignored by git');
		expect(status).toBe(1);
	});
});
