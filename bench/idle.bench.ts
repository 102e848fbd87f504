/**
 * Measures the idle cost of `npm start`: resident memory of the service and its simulators after ten minutes, and
 * processor time from the third minute on. For comparison it measures the memory of processes that only import the
 * same modules. It also reports the contents of the service's heap. Linux only, because it reads `/proc`.
 *
 * `--minutes N` measures after N minutes instead of ten. Use it for development only: figures from a shorter run are
 * not comparable.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { heapParts } from './heap-parts.ts';
import { npmStart } from './npm-start.ts';
import type { ProcessFigures } from './process-figures.ts';
import { deliver, type Figure } from './report.ts';

const MINUTES = 10;
const MINUTE_MS = 60_000;
/** Minutes after which the service has read ninety days of history. Processor time is measured from then on. */
const WARM_MINUTES = 2;
const PARTS_SHOWN = 14;
const SNAPSHOT_MS_MAX = 60_000;
const SNAPSHOT_POLL_MS = 500;
const ROOT = join(import.meta.dirname, '..');
/** The modules that the idle service loads: its own, and ccxt's exchange classes. */
const SERVICE_FILES = [
	join(ROOT, 'src/app/run-service.ts'),
	...['bybit', 'kucoin', 'binance', 'okx', 'hyperliquid'].map((name) =>
		join(ROOT, `node_modules/ccxt/js/src/pro/${name}.js`),
	),
];
const SIMULATOR_FILES = [
	join(ROOT, 'simulator/simulator.ts'),
	...['bybit', 'kucoin', 'binance', 'okx', 'hyperliquid'].map((name) =>
		join(ROOT, `simulator/${name}/front-end.ts`),
	),
];

const { values } = parseArgs({ options: { minutes: { type: 'string' }, data: { type: 'string' } } });
const minutes = Number(values.minutes ?? MINUTES);
const warmMinutes = Math.min(WARM_MINUTES, minutes / 2);

const snapshots = mkdtempSync(join(tmpdir(), 'carrywire-heap-'));
const options = `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${snapshots}`;
const service = await npmStart({ env: { NODE_OPTIONS: options } });
let figures: readonly Figure[];
try {
	await wait(warmMinutes * MINUTE_MS);
	const warm = pair(service.processes());
	await wait((minutes - warmMinutes) * MINUTE_MS);
	const end = pair(service.processes());
	const parts = await snapshotOf(end.service.pid);
	figures = [
		...memoryFigures(end),
		...processorFigures(warm, end, (minutes - warmMinutes) * MINUTE_MS),
		...parts.slice(0, PARTS_SHOWN).map(
			({ name, mb }): Figure => ({
				name: `heap of the service: ${name}`,
				value: mb,
				unit: 'MB',
			}),
		),
	];
} finally {
	await service.stop();
	rmSync(snapshots, { recursive: true, force: true });
}
deliver({
	title: 'A service that nobody uses',
	round: `\`npm start\` with five simulated exchanges, ${minutes} minutes long; processor time from minute ${warmMinutes} on.`,
	rows: [],
	ratios: [],
	figures,
});

type Pair = { readonly service: ProcessFigures; readonly simulators: ProcessFigures };

function pair([own, simulators]: readonly ProcessFigures[]): Pair {
	if (own === undefined || simulators === undefined) throw new Error('The service or its simulators ended.');
	return { service: own, simulators };
}

function memoryFigures({ service: own, simulators }: Pair): readonly Figure[] {
	const baseline = imported(own, SERVICE_FILES);
	const empty = imported(own, []);
	const mb = (name: string, value: number): Figure => ({ name, value, unit: 'MB' });
	return [
		mb('resident: service', own.residentMb),
		mb('resident: simulators, one process', simulators.residentMb),
		mb('resident: both', own.residentMb + simulators.residentMb),
		mb('resident: a process that imports what the service needs', baseline.residentMb),
		mb('resident: service above that baseline', own.residentMb - baseline.residentMb),
		mb(
			'resident: a process that imports what the simulators need',
			imported(simulators, SIMULATOR_FILES).residentMb,
		),
		mb('resident: a process that imports nothing', empty.residentMb),
		mb('of the service no file is behind', own.anonymousMb),
	];
}

function processorFigures(warm: Pair, end: Pair, spanMs: number): readonly Figure[] {
	const share = (read: (at: Pair) => ProcessFigures): number =>
		((read(end).processorMs - read(warm).processorMs) / spanMs) * 100;
	const [own, simulators] = [share((at) => at.service), share((at) => at.simulators)];
	return [
		{ name: 'of a core: service', value: own, unit: '%' },
		{ name: 'of a core: simulators', value: simulators, unit: '%' },
		{ name: 'of a core: both', value: own + simulators, unit: '%' },
	];
}

/** Starts a process that only imports these files, with the service's V8 heap flags. Returns its figures. */
function imported({ words }: ProcessFigures, files: readonly string[]): ProcessFigures {
	const flags = words
		.slice(1)
		.filter((word) => word.startsWith('--max-semi') || word.startsWith('--heap-growing'));
	const script = join(import.meta.dirname, 'imported.ts');
	const env = { ...process.env, NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/carrywire') };
	const said = execFileSync(process.execPath, [...flags, script, ...files], { encoding: 'utf8', env });
	return JSON.parse(said) as ProcessFigures;
}

/** Makes the service write a heap snapshot, and reads it. */
async function snapshotOf(pid: number): Promise<ReturnType<typeof heapParts>> {
	process.kill(pid, 'SIGUSR2');
	for (let sizeBefore = 0, waitedMs = 0; waitedMs < SNAPSHOT_MS_MAX; waitedMs += SNAPSHOT_POLL_MS) {
		await wait(SNAPSHOT_POLL_MS);
		const [name] = readdirSync(snapshots);
		const path = join(snapshots, name ?? '');
		const { size } = statSync(path);
		if (name !== undefined && size > 0 && size === sizeBefore) return heapParts(readFileSync(path, 'utf8'));
		if (name !== undefined) sizeBefore = size;
	}
	throw new Error(`The service wrote no snapshot of its heap within ${SNAPSHOT_MS_MAX} ms.`);
}
