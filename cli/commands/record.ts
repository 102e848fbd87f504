import { resolve } from 'node:path';
import { UsageError, type Values } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { refuseFlags, refuseOthers, textOf, timeOf } from '../given.ts';
import { operatorCommand } from '../operator-command.ts';
import { CONFIG_FLAGS } from '../shared-flags.ts';
import { untilStopped } from '../until-stopped.ts';

type RecordAction =
	| { readonly action: 'run' }
	| {
			readonly action: 'export';
			readonly to: string;
			/** Start of the export, inclusive; Unix time, milliseconds. */
			readonly from: number;
			/** End of the export, exclusive; Unix time, milliseconds. */
			readonly until: number;
			readonly format: 'csv' | 'parquet';
			/** Number of exported order book levels per side. */
			readonly levels: number;
	  };

const EXPORT_FLAGS = ['to', 'from', 'until', 'format', 'levels'];

/** Records market data until stopped, or exports recordings as files. */
export const record = operatorCommand({
	read: ({ values, words }) => recordAction(values, words),
	async run(options, parts) {
		const { config, output, cwd } = parts;
		if (options.action === 'run') {
			const { startRecorder } = await import('../../src/operations/record.ts');
			return untilStopped(await startRecorder(config, output, parts), parts);
		}
		const { exportHistory } = await import('../../src/operations/export-history.ts');
		const { from, until, format, levels } = options;
		const to = resolve(cwd, options.to);
		await exportHistory({ dataDir: config.dataDir, to, from, until, format, levels }, output);
		return EXIT_CODES.OK;
	},
});

function recordAction(values: Values, [action]: readonly string[]): RecordAction {
	if (action === undefined) {
		refuseFlags('record', 'record', values, EXPORT_FLAGS);
		return { action: 'run' };
	}
	if (action !== 'export')
		throw new UsageError(
			'record',
			`The action of record must be export, or omitted; was ${JSON.stringify(action)}.`,
		);
	refuseOthers('record', 'record export', values, [...EXPORT_FLAGS, ...Object.keys(CONFIG_FLAGS)]);
	const to = textOf(values.to);
	if (to === undefined || to === '')
		throw new UsageError('record', 'record export needs the directory to write to: --to DIR.');
	const from = timeOf('record', 'from', textOf(values.from)) ?? 0;
	const until = timeOf('record', 'until', textOf(values.until)) ?? TIME_MS_MAX;
	if (from >= until)
		throw new UsageError('record', '--from must be earlier than --until, which is exclusive.');
	const [format, levels] = [formatOf(textOf(values.format)), levelsOf(textOf(values.levels))];
	return { action, to, from, until, format, levels };
}

function formatOf(given: string | undefined): 'csv' | 'parquet' {
	if (given === undefined || given === 'csv' || given === 'parquet') return given ?? 'csv';
	throw new UsageError('record', `--format must be csv or parquet; was ${JSON.stringify(given)}.`);
}

const LEVELS_DEFAULT = 20;
const LEVELS_MAX = 1_000;

function levelsOf(given: string | undefined): number {
	if (given === undefined) return LEVELS_DEFAULT;
	const levels = /^\d{1,4}$/.test(given) ? Number(given) : Number.NaN;
	if (levels >= 1 && levels <= LEVELS_MAX) return levels;
	throw new UsageError(
		'record',
		`--levels must be a whole number from 1 to ${LEVELS_MAX}; was ${JSON.stringify(given)}.`,
	);
}

/** Default end of an export, Unix milliseconds: the start of the year 9999, later than any recording. */
const TIME_MS_MAX = Date.UTC(9_999, 0);
