/** Commands of the operator on the machine of a service: their flags, words and help. Their code is loaded when it runs. */
import { TRADING_MODES } from '../src/domain/trading-mode.ts';
import { VENUE_NAMES } from '../src/venues/facts.ts';
import { type CliCommand, option } from './command.ts';
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

const WITH_EXPORT = 'With export, while the service runs or not';

/** Everything from serve to venue that works on a data directory or an exchange, in the order of the help. */
export const OPERATOR_COMMANDS: readonly CliCommand[] = [
	{
		name: 'serve',
		group: 'operate',
		summary: 'Run the service.',
		about:
			'Runs the service until it is told to stop (Ctrl-C or SIGTERM), which answers what is in flight first.',
		forms: ['[flags]'],
		flags: {
			host: option('ADDRESS', 'Address to listen on (default 127.0.0.1).'),
			port: option('NUMBER', 'Port to listen on (default 8080; 0 takes a free one).'),
			...ACCESS_FLAGS,
			mode: option(
				'MODE',
				"simulated (the default); paper: accounts kept here, at the real exchanges' prices; testnet: test money at the exchanges' test environments, by your test keys; or live: real orders with real money.",
				{ choices: TRADING_MODES },
			),
			live: option(
				'LIST',
				'With mode live, at each start: the exchanges at which real orders may be placed, which must be all that are configured and traded at. Or CARRYWIRE_LIVE=LIST in the environment. Without it mode live is refused.',
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
		summary: 'Run the simulated exchanges alone.',
		about: 'Runs the simulated exchanges alone, and names their ports in run.json of the data directory.',
		forms: ['[flags]'],
		flags: { ...SIMULATION_FLAGS, ...CONFIG_FLAGS },
		examples: ['carrywire simulate --settle-in 30', 'carrywire simulate --venues bybit --seed 7'],
		load: async () => (await import('./commands/simulate.ts')).simulate,
	},
	{
		name: 'doctor',
		group: 'operate',
		summary: 'What works of configuration, machine, store, network and exchanges.',
		about:
			'Looks at everything that the service hangs on and says of each what is so, and what to do where it is not: the configuration, this machine, the data directory, the vault, the database, a running service, the network, the clocks, the exchanges, the accounts. Beside a running service or without one. Changes nothing, places no order, shows no secret. The exit code is 0 when nothing failed, 1 otherwise.',
		forms: ['[flags]'],
		flags: {
			mode: option('MODE', 'As for serve, where no file or variable says so.', { choices: TRADING_MODES }),
			venues: option('LIST', 'As for serve.'),
			host: option('ADDRESS', 'As for serve.'),
			port: option('NUMBER', 'As for serve.'),
			...ACCESS_FLAGS,
			json: { meaning: 'Print JSON.' },
			probe: {
				meaning:
					'Also places one order that cannot fill on every account, as the self-check of the modes testnet and live does, cancels it and waits until it is proven gone. Only while no service runs.',
			},
			...CONFIG_FLAGS,
		},
		examples: ['carrywire doctor', 'carrywire doctor --mode live --venues bybit,kucoin --json'],
		load: async () => (await import('./commands/doctor.ts')).doctor,
	},
	{
		name: 'record',
		group: 'operate',
		summary: 'Record what the exchanges say, without trading; export the history.',
		about:
			"Records the exchanges' public data without trading or serving, until it is told to stop; or exports the history. The service records too while it runs (settings record.*), so that this is for a machine that only collects. Settled funding goes into the database of the data directory, estimates and tops of books into its recordings/.",
		forms: ['[flags]', 'export --to DIR [--from TIME] [--until TIME]'],
		words: [{ name: 'export', meaning: 'Writes CSV.', choices: ['export'] }],
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
				'Writes settled.csv there (one row per settlement: npm run calibrate -- --history DIR reads it), and recordings/estimates.csv.gz and recordings/books.csv.gz. Nothing is written over.',
				{ under: WITH_EXPORT },
			),
			from: option(
				'TIME',
				'Only rows from this day or instant on, in UTC: 2026-11-21 or 2026-11-21T08:00Z.',
				{
					under: WITH_EXPORT,
				},
			),
			until: option('TIME', 'Only rows before this.', { under: WITH_EXPORT }),
			...CONFIG_FLAGS,
		},
		examples: ['carrywire record', 'carrywire record export --to history --from 2026-11-01'],
		load: async () => (await import('./commands/record.ts')).record,
	},
	{
		name: 'calibration',
		group: 'operate',
		summary: 'Compares the forecasts of this service with what was received.',
		about:
			'Compares the forecasts of this service with what was received: the first forecast of each pair, direction and horizon shown in an hour, and every execution made, scored by the settlements that followed. It scores as npm run calibrate does on recorded data: the stated odds of trade verdicts in ten bins, squeezes, slopes by kind of pair, the calibration error of the stated reversals, and the net of trade verdicts beside all others. It lists first the figures that are outside their goals. Reads only, whether or not a service runs.',
		forms: ['[flags]'],
		flags: { json: { meaning: 'Print JSON: fractions, not basis points.' }, ...CONFIG_FLAGS },
		examples: ['carrywire calibration', 'carrywire calibration --json --data-dir ./data'],
		load: async () => (await import('./commands/calibration.ts')).calibration,
	},
	{
		name: 'halt',
		group: 'operate',
		summary: 'Stop opening: by the whole service, on one exchange, or of yours alone.',
		about:
			'Stops opening at once, until carrywire resume: no execution is begun and none grows. Closing, and whatever reduces a position, goes on. It outlives the service; without a running service it holds from the next start on. With --mine it is your own kill switch at a service here or elsewhere (halt_trading): of nobody else anything is halted.',
		forms: [
			'[--exchange NAME | --service] [--reason TEXT] [--close-all]',
			'--mine [--reason TEXT] [--close-all]',
		],
		flags: {
			exchange: option('NAME', 'Only executions with a leg on this exchange.', { choices: VENUE_NAMES }),
			service: { meaning: 'Everything (the default).' },
			reason: option('TEXT', 'Said to everybody who is refused by it.'),
			'close-all': {
				meaning: 'Also closes the running executions that it covers, and cancels those that are opening.',
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
			"Ends a halt of the whole service, or of one exchange. A halt of the other kind, or a caller's own, goes on. With --mine it ends your own at a service here or elsewhere (resume_trading).",
		forms: ['[--exchange NAME | --service]', '--mine'],
		flags: {
			exchange: option('NAME', 'Ends the halt of this exchange.', { choices: VENUE_NAMES }),
			service: { meaning: 'Ends the halt of the service (the default).' },
			...OWN_SERVICE_FLAGS,
		},
		examples: ['carrywire resume', 'carrywire resume --exchange kucoin', 'carrywire resume --mine'],
		load: async () => (await import('./commands/resume.ts')).resume,
	},
	{
		name: 'halts',
		group: 'operate',
		summary: 'What is halted.',
		about: "Lists what is halted, since when, by whom and why: the operator's halts and the callers' own.",
		forms: ['[--json]'],
		flags: { json: { meaning: 'Print JSON.' }, ...CONFIG_FLAGS },
		examples: ['carrywire halts'],
		load: async () => (await import('./commands/halts.ts')).halts,
	},
	{
		name: 'vault',
		group: 'operate',
		summary: 'Under which keys secrets lie; a new key in the place of the present one.',
		about:
			'Shows under which keys the secrets of the data directory lie, or rotates them. No key is ever printed. With status, while the service runs or not: the keys, which of them is current, and how many secrets lie under each. With rotate, while no service runs: a new key is written into the key file, every secret is brought under it, and the keys of before stay in the file as retired ones. It may be ended anywhere and begun again.',
		forms: ['status [--json]', 'rotate [--drop-retired]'],
		words: [{ name: 'status or rotate', meaning: 'Which of both.', choices: ['status', 'rotate'] }],
		flags: {
			json: { meaning: 'With status: print JSON.' },
			'drop-retired': {
				meaning:
					'With rotate: takes the retired keys out of the file. Copies of the database from before are lost then.',
			},
			...CONFIG_FLAGS,
		},
		examples: ['carrywire vault status', 'carrywire vault rotate --drop-retired'],
		load: async () => (await import('./commands/vault.ts')).vault,
	},
	{
		name: 'backup',
		group: 'operate',
		summary: 'A checked copy of the data directory, while the service runs or not.',
		about:
			'Writes the data directory as it is at one instant to a new directory: journal, users, tokens, sealed exchange accounts and, of simulated exchanges, theirs. The service goes on meanwhile. It waits up to 30 s for an instant at which no order is under way. The keys of the vault are not inside unless --with-keys is given. See docs/backup.md.',
		forms: ['DIR [--with-keys] [--recordings] [--json]'],
		words: [{ name: 'DIR', meaning: 'A directory that is not there yet.' }],
		flags: {
			'with-keys': {
				meaning: 'The vault keys too: then whoever has the backup can read every secret in it.',
			},
			recordings: { meaning: 'The recordings of market data too.' },
			json: { meaning: 'Print the manifest as JSON.' },
			...CONFIG_FLAGS,
		},
		examples: ['carrywire backup backups/2026-11-22', 'carrywire backup /mnt/stick/carrywire --with-keys'],
		load: async () => (await import('./commands/backup.ts')).backup,
	},
	{
		name: 'restore',
		group: 'operate',
		summary: 'A data directory out of a backup; trading is halted in it.',
		about:
			'Checks a backup and makes the data directory out of it, while no service runs there. Restore only the newest one: what was done after it is not known, shows as trades by hand, and may need a person. Trading is halted until carrywire resume. A directory that is there is moved aside with --replace, and never removed. See docs/backup.md.',
		forms: ['DIR [--replace]'],
		words: [{ name: 'DIR', meaning: 'What carrywire backup has written.' }],
		flags: {
			replace: { meaning: 'Move what is in the data directory aside.' },
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
		summary: 'Ask an exchange itself: positions, orders, trades, balance, funding.',
		about:
			"Asks an exchange itself, through plain ccxt and past the service, so that you can check the service's word.",
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
			user: option('NAME', `Whose account in use there (default ${DEFAULT_USER}).`),
			json: { meaning: 'Print JSON.' },
			...CONFIG_FLAGS,
		},
		examples: ['carrywire venue bybit positions', 'carrywire venue kucoin funding --json'],
		load: async () => (await import('./commands/venue.ts')).venue,
	},
];
