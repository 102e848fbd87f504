/** Defines the simulator's flags, parses its command line, and builds the usage text. */
import { parseArgs } from 'node:util';
import type { Site } from './core/site.ts';
import { EXCHANGE_NAMES, type ExchangeName } from './exchanges.ts';

export type Flag = {
	readonly name: string;
	/** Name of the flag's value in the usage text; undefined for a switch. */
	readonly value: string | undefined;
	readonly about: string;
};

export const FLAGS: readonly Flag[] = [
	{ name: 'data-dir', value: 'DIR', about: 'directory of accounts and world (required)' },
	{ name: 'port', value: 'N', about: 'port of the exchange, 0 for any free one (default 0)' },
	{ name: 'admin-port', value: 'N', about: 'port of the admin interface, 0 for any free one (default 0)' },
	{ name: 'seed', value: 'N', about: 'seed of a new world (default 1)' },
	{ name: 'history', value: 'DIR', about: 'replay the recorded series in this directory' },
	{
		name: 'settle-in',
		value: 'SECONDS',
		about: 'seconds from the start of a new world to its first settlement, 1 to 3600',
	},
	{
		name: 'hosts',
		value: 'LIST',
		about: 'host names of the simulated site; its keys are valid only there (default: at every name)',
	},
	{ name: 'test-site', value: undefined, about: 'simulate the exchange’s test environment' },
	{ name: 'parent-pipe', value: undefined, about: 'stop when standard input closes' },
	{ name: 'help', value: undefined, about: 'print this text' },
];

export type SimulatorOptions = {
	readonly exchange: ExchangeName;
	readonly dataDir: string;
	readonly port: number;
	readonly adminPort: number;
	readonly seed: number;
	readonly historyDir: string | undefined;
	readonly settleInSeconds: number | undefined;
	readonly site: Site;
	readonly parentPipe: boolean;
};

/** Thrown for an invalid command line; the message gives the reason. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}

export function usage(): string {
	const named = FLAGS.map(({ name, value }) => (value === undefined ? `--${name}` : `--${name} ${value}`));
	const width = Math.max(...named.map((text) => text.length));
	const lines = FLAGS.map(({ about }, index) => `  ${(named[index] ?? '').padEnd(width)}  ${about}`);
	const synopsis = `node simulator/main.ts <${EXCHANGE_NAMES.join('|')}> --data-dir DIR [flags] [${NEXT} <exchange> …]`;
	return `${synopsis}\n\n${lines.join('\n')}\n`;
}

/** Separates the arguments for several simulators in one process. */
export const NEXT = '--and';

/**
 * Parses the arguments after the script name, for one simulator or several. Returns undefined if the user requested
 * the usage text.
 * @throws UsageError for invalid arguments
 */
export function readCommandLines(args: readonly string[]): readonly SimulatorOptions[] | undefined {
	const lines: string[][] = [[]];
	for (const arg of args) {
		if (arg === NEXT) lines.push([]);
		else lines.at(-1)?.push(arg);
	}
	const read = lines.map(readCommandLine);
	return read.includes(undefined) ? undefined : read.filter((options) => options !== undefined);
}

/**
 * Parses the arguments for one simulator. Returns undefined if the user requested the usage text.
 * @throws UsageError for invalid arguments
 */
export function readCommandLine(args: readonly string[]): SimulatorOptions | undefined {
	const { values, positionals } = parse(args);
	if (values.help === true) return undefined;
	const exchange = EXCHANGE_NAMES.find((name) => name === positionals[0]);
	if (exchange === undefined || positionals.length !== 1) {
		throw new UsageError(
			`Name one exchange of ${EXCHANGE_NAMES.join(', ')}, was ${positionals.join(' ') || 'none'}.`,
		);
	}
	const text = (name: string): string | undefined => {
		const value = values[name];
		return typeof value === 'string' ? value : undefined;
	};
	const whole = (name: string, min: number, max: number): number | undefined => {
		const written = text(name);
		if (written === undefined) return undefined;
		const value = Number(written);
		if (/^-?\d+$/.test(written) && value >= min && value <= max) return value;
		throw new UsageError(`--${name} must be a whole number of ${min} to ${max}, was ${written}.`);
	};
	const dataDir = text('data-dir');
	if (dataDir === undefined || dataDir === '') throw new UsageError('--data-dir is missing.');
	return {
		exchange,
		dataDir,
		port: whole('port', 0, 65_535) ?? 0,
		adminPort: whole('admin-port', 0, 65_535) ?? 0,
		seed: whole('seed', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) ?? 1,
		historyDir: text('history'),
		settleInSeconds: whole('settle-in', 1, 3_600),
		site: { hosts: text('hosts')?.split(','), isTest: values['test-site'] === true },
		parentPipe: values['parent-pipe'] === true,
	};
}

function parse(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			allowPositionals: true,
			options: Object.fromEntries(
				FLAGS.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' } as const]),
			),
		});
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}
