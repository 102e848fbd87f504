/**
 * Defines the flags, arguments and help of the operator's commands on the service's machine. A command's code is
 * loaded when it runs.
 */
import { TRADING_MODES } from '../src/domain/trading-mode.ts';
import { VENUE_NAMES } from '../src/venues/facts.ts';
import { type CliCommand, option } from './command.ts';
import { REPLAY_COMMAND } from './replay-command.ts';
import {
	ACCESS_FLAGS,
	CONFIG_FLAGS,
	CREATE_FLAG,
	DEFAULT_USER,
	EXTERNAL_FLAG,
	LOG_LEVEL_FLAG,
	OWN_SERVICE_FLAGS,
	SIMULATION_FLAGS,
} from './shared-flags.ts';

const WITH_EXPORT = 'With export, whether or not the service runs';

/** Commands that work on a data directory or an exchange, from serve to venue, in the order that help shows. */
export const OPERATOR_COMMANDS: readonly CliCommand[] = [
	{
		name: 'serve',
		group: 'operate',
		summary: 'Run the service.',
		about: 'Runs the service until Ctrl-C or SIGTERM. It answers the requests in flight before it stops.',
		forms: ['[flags]'],
		flags: {
			host: option('ADDRESS', 'Address to listen on (default 127.0.0.1).'),
			port: option('NUMBER', 'Port to listen on (default 8080; 0 picks a free one).'),
			...ACCESS_FLAGS,
			mode: option(
				'MODE',
				"simulated (the default): simulated exchanges, whose prices are generated; paper: accounts on this service, at the real exchanges' prices; testnet: test money at the exchanges' test environments, with your test keys; or live: real orders with real money.",
				{ choices: TRADING_MODES },
			),
			live: option(
				'LIST',
				'Required at every start in live mode: the exchanges on which real orders may be placed. The list must include every configured exchange that the service trades on. Alternatively, set CARRYWIRE_LIVE=LIST in the environment. Without either, the service refuses to start in live mode.',
			),
			...SIMULATION_FLAGS,
			...EXTERNAL_FLAG,
			...LOG_LEVEL_FLAG,
			...CONFIG_FLAGS,
		},
		examples: [
			'carrywire serve',
			'carrywire serve --port 9000 --settle-in 60',
			'carrywire serve --mode testnet --venues bybit,okx',
			'carrywire serve --mode live --venues bybit,kucoin --live bybit,kucoin --admitted 0x5290…',
		],
		load: async () => (await import('./commands/serve.ts')).serve,
	},
	{
		name: 'simulate',
		group: 'operate',
		summary: 'Run the simulated exchanges without the service.',
		about:
			'Runs the simulated exchanges without the service, and writes their ports to run.json in the data directory.',
		forms: ['[flags]'],
		flags: { ...SIMULATION_FLAGS, ...CONFIG_FLAGS },
		examples: ['carrywire simulate --settle-in 30', 'carrywire simulate --venues bybit --seed 7'],
		load: async () => (await import('./commands/simulate.ts')).simulate,
	},
	{
		name: 'doctor',
		group: 'operate',
		summary: 'Check configuration, machine, store, network and exchanges.',
		about:
			'Checks the configuration, this machine, the data directory, the vault, the database, a running service, the network, the clocks, the exchanges and the accounts. Reports each result, with advice for every failure. Works with or without a running service, changes nothing, places no order and shows no secret. The exit code is 0 when nothing failed, else 1.',
		forms: ['[flags]'],
		flags: {
			mode: option('MODE', 'As for serve.', {
				choices: TRADING_MODES,
			}),
			venues: option('LIST', 'As for serve.'),
			host: option('ADDRESS', 'As for serve.'),
			port: option('NUMBER', 'As for serve.'),
			...ACCESS_FLAGS,
			json: { meaning: 'Print JSON.' },
			probe: {
				meaning:
					'On every account, also place one order that cannot fill, cancel it and wait until the exchange confirms the cancellation. The self-check in testnet and live mode does the same. Not possible while a service runs.',
			},
			...CONFIG_FLAGS,
		},
		examples: ['carrywire doctor', 'carrywire doctor --mode live --venues bybit,kucoin --json'],
		load: async () => (await import('./commands/doctor.ts')).doctor,
	},
	{
		name: 'record',
		group: 'operate',
		summary: 'Record market data without trading; export the history.',
		about:
			"Records the exchanges' public data without trading or answering requests, until Ctrl-C or SIGTERM; or exports the history. A running service records too (settings record.*), so this command is for a machine that only collects data. Settled funding goes into the database of the data directory; instruments, funding estimates, prices, order books, volumes, settled rates and notices go into its recordings/.",
		forms: ['[flags]', 'export --to DIR [--format csv|parquet] [--from TIME] [--until TIME] [--levels N]'],
		words: [{ name: 'export', meaning: 'Write CSV or Parquet files.', choices: ['export'] }],
		flags: {
			mode: option(
				'MODE',
				'simulated (the default): the simulated exchanges, whose prices are generated; paper: the real exchanges, read without a key.',
				{ choices: ['simulated', 'paper'] },
			),
			...SIMULATION_FLAGS,
			...EXTERNAL_FLAG,
			...LOG_LEVEL_FLAG,
			to: option(
				'DIR',
				'Directory for the files: settled.csv (one row per settlement; npm run calibrate -- --history DIR reads it), marks.csv (hourly), and in recordings/ estimates.csv.gz, books.csv.gz, volumes.csv.gz, instruments.csv.gz and notices.csv.gz. Existing files are not overwritten.',
				{ under: WITH_EXPORT },
			),
			format: option('FORMAT', 'csv (the default): exact decimals as text; parquet: columns of doubles.', {
				choices: ['csv', 'parquet'],
				under: WITH_EXPORT,
			}),
			levels: option('N', 'Order book levels per side in the rows of books; 20 by default.', {
				under: WITH_EXPORT,
			}),
			from: option(
				'TIME',
				'Start of the rows, in UTC: a date or a time, such as 2026-11-21 or 2026-11-21T08:00Z.',
				{
					under: WITH_EXPORT,
				},
			),
			until: option('TIME', 'End of the rows (exclusive), in UTC.', { under: WITH_EXPORT }),
			...CONFIG_FLAGS,
		},
		examples: ['carrywire record', 'carrywire record export --to history --from 2026-11-01'],
		load: async () => (await import('./commands/record.ts')).record,
	},
	REPLAY_COMMAND,
	{
		name: 'calibration',
		group: 'operate',
		summary: 'Compare this service’s forecasts with the carry actually received.',
		about:
			'Compares this service’s forecasts with the carry received since each forecast. It scores every execution, and the first forecast per hour for each pair, direction and horizon. The scores match those that npm run calibrate computes on recorded data. They are: hit rate against forecast probability in ten bins, forecasts during squeezes, regression slope by pair type, calibration error of the reversal probability, and net result of trade verdicts against the rest. Figures that miss their goals come first. The expected nets of plans and pots follow, beside what they earned. Changes nothing, and works with or without a running service.',
		forms: ['[flags]'],
		flags: { json: { meaning: 'Print JSON, with fractions instead of basis points.' }, ...CONFIG_FLAGS },
		examples: ['carrywire calibration', 'carrywire calibration --json --data-dir ./data'],
		load: async () => (await import('./commands/calibration.ts')).calibration,
	},
	{
		name: 'halt',
		group: 'operate',
		summary: 'Stop openings in the whole service, on one exchange, or only yours.',
		about:
			'Stops openings immediately, until you run carrywire resume: no execution starts and none grows. Closes and all other orders that reduce a position continue. The halt survives a restart; without a running service it applies from the next start. With --mine, the command sets your own kill switch (halt_trading) on a local or remote service; nobody else is affected.',
		forms: [
			'[--exchange NAME | --service] [--reason TEXT] [--close-all]',
			'--mine [--reason TEXT] [--close-all]',
		],
		flags: {
			exchange: option('NAME', 'Halt only executions with a leg on this exchange.', { choices: VENUE_NAMES }),
			service: { meaning: 'Halt the whole service (the default).' },
			reason: option('TEXT', 'Reason, shown to everybody whose request the halt refuses.'),
			'close-all': {
				meaning: 'Also close the running executions that the halt covers, and cancel those that are opening.',
			},
			...CREATE_FLAG,
			...OWN_SERVICE_FLAGS,
		},
		examples: [
			'carrywire halt --reason "exchange rates look wrong"',
			'carrywire halt --exchange kucoin --close-all',
			'carrywire halt --mine --close-all',
		],
		load: async () => (await import('./commands/halt.ts')).halt,
	},
	{
		name: 'resume',
		group: 'operate',
		summary: 'End a halt.',
		about:
			"Ends a halt of the whole service, or of one exchange. Every other halt remains, including halts of single exchanges and callers' own halts. With --mine, the command ends your own halt on a local or remote service (resume_trading).",
		forms: ['[--exchange NAME | --service]', '--mine'],
		flags: {
			exchange: option('NAME', 'End the halt of this exchange.', { choices: VENUE_NAMES }),
			service: { meaning: 'End the halt of the service (the default).' },
			...OWN_SERVICE_FLAGS,
		},
		examples: ['carrywire resume', 'carrywire resume --exchange kucoin', 'carrywire resume --mine'],
		load: async () => (await import('./commands/resume.ts')).resume,
	},
	{
		name: 'halts',
		group: 'operate',
		summary: 'List active halts.',
		about: 'Lists the active halts of the operator and of callers, with start, author and reason.',
		forms: ['[--json]'],
		flags: { json: { meaning: 'Print JSON.' }, ...CONFIG_FLAGS },
		examples: ['carrywire halts'],
		load: async () => (await import('./commands/halts.ts')).halts,
	},
	{
		name: 'vault',
		group: 'operate',
		summary: 'Show or rotate the keys that encrypt secrets.',
		about:
			'Shows the keys that encrypt the secrets of the data directory, or rotates them. It never prints a key. status lists the keys, marks the current one, and counts the secrets under each key, whether or not the service runs. rotate requires a stopped service. It writes a new key to the key file, re-encrypts every secret with it, and keeps the previous keys in the file, marked as retired. An interrupted rotation loses nothing; run it again.',
		forms: ['status [--json]', 'rotate [--drop-retired]'],
		words: [{ name: 'status or rotate', meaning: 'The action.', choices: ['status', 'rotate'] }],
		flags: {
			json: { meaning: 'With status: print JSON.' },
			'drop-retired': {
				meaning:
					'With rotate: remove the retired keys from the file. Older copies of the database can then no longer be decrypted.',
			},
			...CONFIG_FLAGS,
		},
		examples: ['carrywire vault status', 'carrywire vault rotate --drop-retired'],
		load: async () => (await import('./commands/vault.ts')).vault,
	},
	{
		name: 'backup',
		group: 'operate',
		summary: 'Copy the data directory and verify the copy, whether or not the service runs.',
		about:
			'Writes a consistent snapshot of the data directory to a new directory: journal, users, tokens, encrypted exchange accounts and, with simulated exchanges, their accounts. The service keeps running. The command waits up to 30 s for a moment without an order in flight. The backup contains the vault keys only with --with-keys. See docs/backup.md.',
		forms: ['DIR [--with-keys] [--recordings] [--json]'],
		words: [{ name: 'DIR', meaning: 'A directory that does not exist yet.' }],
		flags: {
			'with-keys': {
				meaning: 'Include the vault keys. Anybody who has the backup can then read every secret in it.',
			},
			recordings: { meaning: 'Include the recordings of market data.' },
			json: { meaning: 'Print the manifest as JSON.' },
			...CONFIG_FLAGS,
		},
		examples: ['carrywire backup backups/2026-11-22', 'carrywire backup /mnt/stick/carrywire --with-keys'],
		load: async () => (await import('./commands/backup.ts')).backup,
	},
	{
		name: 'restore',
		group: 'operate',
		summary: 'Create a data directory from a backup, with trading halted.',
		about:
			'Verifies a backup and creates the data directory from it, while no service runs there. Restore only the newest backup: trades made after the backup look like manual trades and may need manual handling. Trading stays halted until you run carrywire resume. --replace moves an existing directory aside and never deletes it. See docs/backup.md.',
		forms: ['DIR [--replace]'],
		words: [{ name: 'DIR', meaning: 'A directory that carrywire backup wrote.' }],
		flags: {
			replace: { meaning: 'Move the existing data directory aside.' },
			...CONFIG_FLAGS,
		},
		examples: [
			'carrywire restore backups/2026-11-22 --data-dir data-again',
			'carrywire restore backups/2026-11-22 --replace',
		],
		load: async () => (await import('./commands/restore.ts')).restore,
	},
	{
		name: 'venue',
		group: 'operate',
		summary: 'Query an exchange directly: positions, orders, trades, balance, funding.',
		about:
			"Queries an exchange through plain ccxt, without the service, so that you can verify the service's figures.",
		forms: ['NAME WHAT [flags]'],
		words: [
			{ name: 'NAME', meaning: `Exchange: ${VENUE_NAMES.join(', ')}.`, choices: VENUE_NAMES },
			{
				name: 'WHAT',
				meaning: 'positions, orders, trades, balance or funding.',
				choices: ['positions', 'orders', 'trades', 'balance', 'funding'],
			},
		],
		flags: {
			user: option('NAME', `User whose active account to query (default ${DEFAULT_USER}).`),
			json: { meaning: 'Print JSON.' },
			...CONFIG_FLAGS,
		},
		examples: ['carrywire venue bybit positions', 'carrywire venue kucoin funding --json'],
		load: async () => (await import('./commands/venue.ts')).venue,
	},
];
