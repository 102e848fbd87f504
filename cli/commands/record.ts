import { resolve } from 'node:path';
import { loadConfig } from '../../src/config/load-config.ts';
import { defineCommand, type Flags, UsageError, type Values } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import {
	CONFIG_FLAGS,
	configFlags,
	EXTERNAL_FLAG,
	LOG_LEVEL_FLAG,
	noWords,
	refuseFlags,
	SIMULATION_FLAGS,
	textOf,
} from '../given.ts';
import { untilStopped } from '../until-stopped.ts';

type RecordAction =
	| { readonly action: 'run' }
	| {
			readonly action: 'export';
			readonly to: string;
			/** Rows with from <= time < until, ms. */
			readonly from: number;
			readonly until: number;
	  };

const under = 'With export, while the service runs or not';
const EXPORT_FLAGS = {
	to: {
		value: 'DIR',
		meaning:
			'Writes settled.csv there (one row per settlement: npm run calibrate -- --history DIR reads it), and recordings/estimates.csv.gz and recordings/books.csv.gz. Nothing is written over.',
		under,
	},
	from: {
		value: 'TIME',
		meaning: 'Only rows from this day or instant on, in UTC: 2026-11-21 or 2026-11-21T08:00Z.',
		under,
	},
	until: { value: 'TIME', meaning: 'Only rows before this.', under },
} as const satisfies Flags;
const RUN_FLAGS = {
	mode: {
		value: 'MODE',
		meaning:
			'simulated (the default): the simulated exchanges, whose prices are generated; paper: the real exchanges, read without a key.',
		choices: ['simulated', 'paper'],
	},
	...SIMULATION_FLAGS,
	...EXTERNAL_FLAG,
	...LOG_LEVEL_FLAG,
};

export const record = defineCommand({
	name: 'record',
	group: 'operate',
	summary: 'Record what the exchanges say, without trading; export the history.',
	about:
		"Records the exchanges' public data without trading or serving, until it is told to stop; or exports the history. The service records too while it runs (settings record.*), so that this is for a machine that only collects. Settled funding goes into the database of the data directory, estimates and tops of books into its recordings/.",
	forms: ['[flags]', 'export --to DIR [--from TIME] [--until TIME]'],
	words: [{ name: 'export', meaning: 'Writes CSV.', choices: ['export'] }],
	flags: { ...RUN_FLAGS, ...EXPORT_FLAGS, ...CONFIG_FLAGS },
	examples: ['carrywire record', 'carrywire record export --to history --from 2026-11-01'],
	read: ({ values, words }) => ({ flags: configFlags(values), ...recordAction(values, words) }),
	async run(options, parts) {
		const { output, env, cwd } = parts;
		const config = loadConfig({ flags: options.flags, env, cwd });
		if (options.action === 'run') return untilStopped(await parts.startRecorder(config, output), parts);
		const { from, until } = options;
		await parts.exportHistory({ dataDir: config.dataDir, to: resolve(cwd, options.to), from, until }, output);
		return EXIT_CODES.OK;
	},
});

function recordAction(values: Values, [action, ...words]: readonly string[]): RecordAction {
	noWords('record', words);
	if (action === undefined) {
		refuseFlags('record', 'record', values, Object.keys(EXPORT_FLAGS));
		return { action: 'run' };
	}
	if (action !== 'export')
		throw new UsageError('record', `After record comes nothing or export; was ${JSON.stringify(action)}.`);
	refuseFlags('record', 'record export', values, Object.keys(RUN_FLAGS));
	const to = textOf(values.to);
	if (to === undefined || to === '')
		throw new UsageError('record', 'record export needs the directory to write to: --to DIR.');
	const from = timeOf('from', textOf(values.from)) ?? 0;
	const until = timeOf('until', textOf(values.until)) ?? TIME_MS_MAX;
	if (from >= until)
		throw new UsageError('record', '--from must be earlier than --until; what is at --until is left out.');
	return { action, to, from, until };
}

/** The year 9999: later than anything that is recorded. */
const TIME_MS_MAX = Date.UTC(9_999, 0);
const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z)?$/;

function timeOf(flag: string, given: string | undefined): number | undefined {
	if (given === undefined) return undefined;
	const at = TIME.test(given) ? Date.parse(given) : Number.NaN;
	if (at >= 0) return at;
	throw new UsageError(
		'record',
		`--${flag} must be a day or an instant in UTC, such as 2026-11-21 or 2026-11-21T08:00Z; was ${JSON.stringify(given)}.`,
	);
}
