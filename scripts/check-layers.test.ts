import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IMPORTED_ONLY_BY, LAYER_RULES } from './layer-rules.ts';
import { judgeLayers } from './layers.ts';

const TABLE = { rules: LAYER_RULES, importedOnlyBy: IMPORTED_ONLY_BY };
let root = '';

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'carrywire-layers-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Tree = Readonly<Record<string, string>>;

/** One file in every place, each as innocent as can be. */
const INNOCENT: Tree = {
	'src/domain/decimal.ts': 'export const ONE = 1n;',
	'src/domain/money.ts': "import { ONE } from './decimal.ts';\nexport const TWO = ONE + ONE;",
	'src/errors/codes.ts': 'export const CODE = 1;',
	'src/ports/clock.ts': "import type { TWO } from '../domain/money.ts';\nexport type Clock = typeof TWO;",
	'src/journal/fold.ts': "import type { Clock } from '../ports/clock.ts';\nexport type Fold = Clock;",
	'src/runtime/clock.ts': "import { hrtime } from 'node:process';\nexport const now = hrtime;",
	'src/risk/gate.ts': "import { CODE } from '../errors/codes.ts';\nexport const gate = CODE;",
	'src/scanner/scan.ts': "import type { Fold } from '../journal/fold.ts';\nexport type Scan = Fold;",
	'src/execution/engine.ts':
		"import { TWO } from '../domain/money.ts';\nexport const step = (): bigint => TWO;",
	'src/execution/driver.ts':
		"import { gate } from '../risk/gate.ts';\nimport { step } from './engine.ts';\nexport const drive = [gate, step];",
	'src/portfolio/positions.ts': 'export const positions = 1;',
	'src/market-data/books.ts': 'export const books = 1;',
	'src/venues/bybit.ts': "import { exchange } from 'ccxt';\nexport const bybit = exchange;",
	'src/store/sqlite.ts': "import { DatabaseSync } from 'node:sqlite';\nexport const store = DatabaseSync;",
	'src/auth/tokens.ts': "import { createHash } from 'node:crypto';\nexport const hash = createHash;",
	'src/rpc/registry.ts': "import { hash } from '../auth/tokens.ts';\nexport const registry = hash;",
	'src/http/server.ts':
		"import fastify from 'fastify';\nimport { registry } from '../rpc/registry.ts';\nexport const server = [fastify, registry];",
	'src/client/client.ts': "import type { Methods } from './methods.ts';\nexport type Client = Methods;",
	'src/client/methods.ts': 'export type Methods = {};',
	'src/config.ts': "import { z } from 'zod';\nexport const config = z;",
	'src/app/service.ts':
		"import { store } from '../store/sqlite.ts';\nimport { bybit } from '../venues/bybit.ts';\nexport const app = [store, bybit];",
	'src/cli/serve.ts': "import { app } from '../app/service.ts';\nexport const serve = app;",
	'src/main.ts': "import { serve } from './cli/serve.ts';\nserve;",
	'simulator/core/world.ts': "import { ONE } from '../../src/domain/decimal.ts';\nexport const world = ONE;",
	'simulator/bybit/routes.ts': "import { world } from '../core/world.ts';\nexport const routes = world;",
	'simulator/kucoin/routes.ts':
		"import { WebSocketServer } from 'ws';\nexport const routes = WebSocketServer;",
	'simulator/main.ts': "import { routes } from './bybit/routes.ts';\nroutes;",
	'dashboard/src/live/service.svelte.ts':
		"import type { Client } from '../../../src/client/client.ts';\nexport type Service = Client;",
	'dashboard/src/frame/App.svelte':
		'<script lang="ts">\n\timport type { Service } from \'../live/service.svelte.ts\';\n</script>\n',
	'test/e2e/start.test.ts':
		"import { app } from '../../src/app/service.ts';\nimport { routes } from '../../simulator/bybit/routes.ts';\n[app, routes];",
	'scripts/tool.ts': "import { registry } from '../src/rpc/registry.ts';\nregistry;",
};

function plant(tree: Tree): void {
	for (const [path, text] of Object.entries(tree)) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	}
}

/** What the checker says about the innocent tree with `changes` planted into it. */
function judge(changes: Tree): string[] {
	const tree = { ...INNOCENT, ...changes };
	plant(tree);
	return judgeLayers(root, Object.keys(tree).sort(), TABLE).violations.map(
		({ file, message }) => `${file} ${message}`,
	);
}

describe('the table', () => {
	test('finds nothing wrong with an innocent tree, and says how much it looked at', () => {
		plant(INNOCENT);
		const report = judgeLayers(root, Object.keys(INNOCENT), TABLE);
		expect(report.violations).toEqual([]);
		expect(report.fileCount).toBe(Object.keys(INNOCENT).length);
		expect(report.importCount).toBe(30);
	});

	test.each([
		['domain → node', 'src/domain/a.ts', "import 'node:fs';"],
		['domain → built-in without prefix', 'src/domain/a.ts', "import 'fs';"],
		['domain → package', 'src/domain/a.ts', "import 'zod';"],
		['domain → errors', 'src/domain/a.ts', "import '../errors/codes.ts';"],
		['domain → ports, types only', 'src/domain/a.ts', "import type { Clock } from '../ports/clock.ts';"],
		['errors → domain', 'src/errors/a.ts', "import '../domain/money.ts';"],
		['ports → journal', 'src/ports/a.ts', "import '../journal/fold.ts';"],
		['journal → store', 'src/journal/a.ts', "import '../store/sqlite.ts';"],
		['runtime → domain', 'src/runtime/a.ts', "import '../domain/money.ts';"],
		['scanner → risk', 'src/scanner/a.ts', "import '../risk/gate.ts';"],
		['the dashboard → rpc', 'dashboard/src/live/a.ts', "import '../../../src/rpc/registry.ts';"],
		[
			'a component → node',
			'dashboard/src/frame/A.svelte',
			"<script lang='ts'>\nimport 'node:fs';\n</script>",
		],
		['risk → execution', 'src/risk/a.ts', "import '../execution/driver.ts';"],
		['portfolio → execution', 'src/portfolio/a.ts', "import '../execution/driver.ts';"],
		['portfolio → the engine', 'src/portfolio/a.ts', "import '../execution/engine.ts';"],
		['market-data → node', 'src/market-data/a.ts', "import 'node:fs';"],
		['execution → runtime', 'src/execution/a.ts', "import '../runtime/clock.ts';"],
		['execution → venues', 'src/execution/a.ts', "import '../venues/bybit.ts';"],
		['venues → store', 'src/venues/a.ts', "import '../store/sqlite.ts';"],
		['store → runtime', 'src/store/a.ts', "import '../runtime/clock.ts';"],
		['auth → rpc', 'src/auth/a.ts', "import '../rpc/registry.ts';"],
		['auth → another built-in', 'src/auth/a.ts', "import 'node:fs';"],
		['rpc → http', 'src/rpc/a.ts', "import '../http/server.ts';"],
		['rpc → a service', 'src/rpc/a.ts', "import '../scanner/scan.ts';"],
		['rpc → another package', 'src/rpc/a.ts', "import 'ccxt';"],
		['http → venues', 'src/http/a.ts', "import '../venues/bybit.ts';"],
		['http → config', 'src/http/a.ts', "import '../config.ts';"],
		['config → app', 'src/config.ts', "import './app/service.ts';"],
		['client → server code', 'src/client/a.ts', "import { registry } from '../rpc/registry.ts';"],
		['client → types of the registry', 'src/client/a.ts', "import type { M } from '../rpc/registry.ts';"],
		['client → types of a service', 'src/client/a.ts', "import type { Scan } from '../scanner/scan.ts';"],
		['src → simulator', 'src/cli/a.ts', "import '../../simulator/core/world.ts';"],
		['src → test', 'src/cli/a.ts', "import '../../test/e2e/start.test.ts';"],
		['src → scripts', 'src/cli/a.ts', "import '../../scripts/tool.ts';"],
		['simulator → domain but decimals', 'simulator/core/a.ts', "import '../../src/domain/money.ts';"],
		['simulator face → ports', 'simulator/bybit/a.ts', "import '../../src/ports/clock.ts';"],
		['simulator core → face', 'simulator/core/a.ts', "import '../bybit/routes.ts';"],
		['simulator face → another face', 'simulator/bybit/a.ts', "import '../kucoin/routes.ts';"],
		['scripts → test', 'scripts/a.ts', "import '../test/e2e/start.test.ts';"],
		['re-export', 'src/domain/a.ts', "export * from '../ports/clock.ts';"],
		['dynamic import', 'src/domain/a.ts', "export const a = import('../ports/clock.ts');"],
		['type written as import()', 'src/domain/a.ts', "export type A = import('../ports/clock.ts').Clock;"],
		['an import computed at run time', 'src/cli/a.ts', 'export const a = (name: string) => import(name);'],
		['a missing file', 'src/domain/a.ts', "import './missing.ts';"],
		['a file without its ending', 'src/domain/a.ts', "import './money';"],
		['a file of no layer', 'src/elsewhere/a.ts', 'export const a = 1;'],
		['source that cannot be read', 'src/domain/a.ts', "const a = 'no end"],
		['async in the engine', 'src/execution/engine.ts', 'export const step = async () => 1;'],
		['a promise in the engine', 'src/execution/engine.ts', 'export const step = () => Promise.resolve(1);'],
		['waiting in the domain', 'src/domain/a.ts', 'export const a = async () => 1;'],
		['Date as a type in the domain', 'src/domain/a.ts', 'export type A = Date;'],
		['randomness in the domain', 'src/domain/a.ts', 'export const a = Math.random();'],
		['process in the domain', 'src/domain/a.ts', 'export const a = process.pid;'],
	])('%s is caught', (_name, path, text) => {
		const violations = judge({ [path]: text });
		expect(violations).toHaveLength(1);
		expect(violations[0]).toContain(path);
	});

	test('words in comments, in strings and after a dot are no use of a name', () => {
		const text =
			"/** Date, await */\nexport const a = (x: { done: 'Promise' }) => [x.done, 'Math.random', Math.max(1)];";
		expect(judge({ 'src/domain/a.ts': text })).toEqual([]);
		expect(
			judge({ 'src/domain/a.ts': 'export const a = (job: Record<string, number>) => job.process;' }),
		).toEqual([]);
	});

	test('a test beside the source may import any part, and nothing may import it', () => {
		expect(judge({ 'src/domain/a.test.ts': "import 'vitest';\nimport '../store/sqlite.ts';" })).toEqual([]);
		expect(judge({ 'src/domain/a.test.ts': '', 'src/domain/b.ts': "import './a.test.ts';" })).toHaveLength(1);
	});

	test('a layer is named by one rule: of two the second would be held over nothing', () => {
		const names = LAYER_RULES.map(({ layer }) => layer);
		expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
	});

	test('a circle is reported once, with the way around it', () => {
		const violations = judge({
			'src/domain/a.ts': "import './b.ts';",
			'src/domain/b.ts': "import type { C } from './c.ts';",
			'src/domain/c.ts': "import './a.ts';",
		});
		expect(violations).toEqual([
			'src/domain/a.ts imports itself in a circle: src/domain/a.ts → src/domain/b.ts → src/domain/c.ts → src/domain/a.ts',
		]);
	});
});

describe('the command', () => {
	const run = () =>
		spawnSync(process.execPath, [join(import.meta.dirname, 'check-layers.ts'), root], { encoding: 'utf8' });
	const git = (...options: string[]) => execFileSync('git', options, { cwd: root });

	test('passes over an innocent checkout and counts what it looked at', () => {
		plant(INNOCENT);
		git('init', '--quiet');
		const { status, stdout } = run();
		expect(stdout).toContain(`looked at ${Object.keys(INNOCENT).length} files`);
		expect(status).toBe(0);
	});

	test('fails over one violation and names file and line', () => {
		plant({ ...INNOCENT, 'src/domain/money.ts': "\nimport '../ports/clock.ts';" });
		git('init', '--quiet');
		const { status, stdout } = run();
		expect(stdout).toContain('src/domain/money.ts:2 layer domain imports src/ports/clock.ts');
		expect(status).toBe(1);
	});

	test('fails over an empty checkout: having looked at nothing is no proof', () => {
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
