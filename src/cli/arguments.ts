/** Reads the command line. Nothing is guessed: an unknown command, flag or word is refused with a sentence. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { parseScopes, SCOPES, type Scope } from '../auth/scopes.ts';
import { TOKEN_LIFETIME_MS_MAX, TOKEN_LIFETIME_MS_MIN } from '../auth/tokens.ts';
import { fromInteger, mulTrunc, ONE, tryParseDecimal } from '../domain/decimal.ts';
import { VENUE_NAMES } from '../domain/venues.ts';
import { HALT_REASON_LENGTH_MAX, type OperatorTarget } from '../ports/halts.ts';
import { HELP, type HelpTopic } from './help.ts';
import type { ConfigFlags } from './load-config.ts';

/** The command line cannot be used; exit code 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
	readonly topic: HelpTopic;
	constructor(topic: HelpTopic, message: string) {
		super(message);
		this.topic = topic;
	}
}

export type Command =
	| { readonly name: 'help'; readonly topic: HelpTopic }
	| { readonly name: 'version' }
	| {
			readonly name: 'serve';
			readonly flags: ConfigFlags;
			/** Exchanges, as typed: the second word for real orders. */
			readonly live: string | undefined;
	  }
	| { readonly name: 'simulate'; readonly flags: ConfigFlags }
	| {
			readonly name: 'doctor';
			readonly flags: ConfigFlags;
			readonly json: boolean;
			readonly probe: boolean;
	  }
	| ({ readonly name: 'record'; readonly flags: ConfigFlags } & RecordAction)
	| { readonly name: 'calibration'; readonly flags: ConfigFlags; readonly json: boolean }
	| ({ readonly name: 'token'; readonly flags: ConfigFlags } & TokenAction)
	| ({ readonly name: 'login' | 'logout'; readonly flags: ConfigFlags } & LoginAction)
	| ({ readonly name: 'halt' | 'resume' | 'halts'; readonly flags: ConfigFlags } & HaltAction)
	| ({ readonly name: 'vault'; readonly flags: ConfigFlags } & VaultAction)
	| {
			readonly name: 'venue';
			readonly flags: ConfigFlags;
			readonly venue: string;
			readonly what: string;
			readonly userName: string;
			readonly json: boolean;
	  };

export type TokenAction =
	| {
			readonly action: 'create';
			readonly userName: string;
			readonly tokenName: string;
			readonly scopes: readonly Scope[];
			readonly ttlMs: number;
	  }
	| { readonly action: 'list'; readonly userName: string | undefined; readonly json: boolean }
	| { readonly action: 'revoke'; readonly tokenId: string };

export type LoginAction =
	| {
			readonly action: 'login';
			/** Undefined: the service of the data directory. */
			readonly url: string | undefined;
			/** Undefined: those of the login that is kept, or reading alone. */
			readonly scopes: readonly Scope[] | undefined;
			readonly isKept: boolean;
	  }
	| { readonly action: 'logout'; readonly url: string | undefined };

export type HaltAction =
	| {
			readonly action: 'halt';
			readonly target: OperatorTarget;
			readonly reason: string | null;
			readonly closeAll: boolean;
	  }
	| { readonly action: 'resume'; readonly target: OperatorTarget }
	| { readonly action: 'halts'; readonly json: boolean };

export type VaultAction =
	| { readonly action: 'status'; readonly json: boolean }
	| { readonly action: 'rotate'; readonly dropRetired: boolean };

export type RecordAction =
	| { readonly action: 'run' }
	| {
			readonly action: 'export';
			readonly to: string;
			/** Rows with from <= time < until, ms. */
			readonly from: number;
			readonly until: number;
	  };

type Options = NonNullable<ParseArgsConfig['options']>;
type Values = Readonly<Record<string, string | boolean | undefined>>;

const text = { type: 'string' } as const;
const yes = { type: 'boolean' } as const;
const COMMON: Options = { config: text, 'data-dir': text, help: { type: 'boolean', short: 'h' } };
const SIMULATION: Options = { venues: text, seed: text, history: text, 'settle-in': text };
const EXPORT: Options = { to: text, from: text, until: text };

const OPTIONS: Readonly<Record<Exclude<HelpTopic, 'carrywire'>, Options>> = {
	serve: {
		...COMMON,
		...SIMULATION,
		host: text,
		port: text,
		'public-url': text,
		mode: text,
		external: yes,
		'log-level': text,
		live: text,
	},
	simulate: { ...COMMON, ...SIMULATION },
	doctor: { ...COMMON, venues: text, mode: text, host: text, port: text, json: yes, probe: yes },
	record: { ...COMMON, ...SIMULATION, ...EXPORT, external: yes, 'log-level': text },
	calibration: { ...COMMON, json: yes },
	token: { ...COMMON, scope: text, user: text, ttl: text, name: text, json: yes },
	login: { ...COMMON, scope: text, url: text, keep: yes },
	logout: { ...COMMON, url: text },
	halt: { ...COMMON, exchange: text, service: yes, reason: text, 'close-all': yes },
	resume: { ...COMMON, exchange: text, service: yes },
	halts: { ...COMMON, json: yes },
	vault: { ...COMMON, json: yes, 'drop-retired': yes },
	venue: { ...COMMON, user: text, json: yes },
};

const DEFAULT_USER = 'owner';
const DEFAULT_TTL_HOURS = '24';

/** @throws UsageError */
export function readArguments(argv: readonly string[]): Command {
	const [name, ...rest] = argv;
	if (name === undefined || name === '--help' || name === '-h') return { name: 'help', topic: 'carrywire' };
	if (name === '--version') return { name: 'version' };
	if (name === 'help') return { name: 'help', topic: topicOf(rest[0]) };
	if (!isCommand(name))
		throw new UsageError(
			'carrywire',
			name.startsWith('-')
				? `The first word must be a command; was the flag ${JSON.stringify(name)}.`
				: `There is no command ${JSON.stringify(name)}; the commands are ${Object.keys(OPTIONS).join(', ')}.`,
		);
	const { values, positionals } = parse(name, rest);
	if (values.help === true) return { name: 'help', topic: name };
	switch (name) {
		case 'serve':
			noWords(name, positionals);
			return { name, flags: configFlags(values), live: textOf(values.live) };
		case 'simulate':
			noWords(name, positionals);
			return { name, flags: configFlags(values) };
		case 'doctor':
			noWords(name, positionals);
			return {
				name,
				flags: configFlags(values),
				json: values.json === true,
				probe: values.probe === true,
			};
		case 'record':
			return { name, flags: configFlags(values), ...recordAction(values, positionals) };
		case 'calibration':
			noWords(name, positionals);
			return { name, flags: configFlags(values), json: values.json === true };
		case 'token':
			return { name, flags: configFlags(values), ...tokenAction(values, positionals) };
		case 'login': {
			noWords(name, positionals);
			const scopes = textOf(values.scope);
			return {
				name,
				flags: configFlags(values),
				action: 'login',
				url: textOf(values.url),
				scopes: scopes === undefined ? undefined : scopesOf('login', scopes),
				isKept: values.keep === true,
			};
		}
		case 'logout':
			noWords(name, positionals);
			return { name, flags: configFlags(values), action: 'logout', url: textOf(values.url) };
		case 'halt':
			noWords(name, positionals);
			return {
				name,
				flags: configFlags(values),
				action: 'halt',
				target: haltTarget(name, values),
				reason: reasonOf(textOf(values.reason)),
				closeAll: values['close-all'] === true,
			};
		case 'resume':
			noWords(name, positionals);
			return { name, flags: configFlags(values), action: 'resume', target: haltTarget(name, values) };
		case 'halts':
			noWords(name, positionals);
			return { name, flags: configFlags(values), action: 'halts', json: values.json === true };
		case 'vault':
			return { name, flags: configFlags(values), ...vaultAction(values, positionals) };
		case 'venue':
			return { name, flags: configFlags(values), ...venueQuestion(values, positionals) };
	}
}

function parse(name: keyof typeof OPTIONS, args: readonly string[]) {
	try {
		const { values, positionals } = parseArgs({
			args: [...args],
			options: OPTIONS[name],
			allowPositionals: true,
			strict: true,
		});
		return { values: values as Values, positionals };
	} catch (error) {
		const reason = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
		throw new UsageError(name, `${reason.replace(/\.$/, '')}.`);
	}
}

function configFlags({ help: _help, live: _live, ...values }: Values): ConfigFlags {
	const names = Object.keys({ ...OPTIONS.serve });
	return Object.fromEntries(Object.entries(values).filter(([flag]) => names.includes(flag))) as ConfigFlags;
}

function recordAction(values: Values, [action, ...words]: readonly string[]): RecordAction {
	noWords('record', words);
	if (action === undefined) {
		refuseFlags('record', 'record', values, Object.keys(EXPORT));
		return { action: 'run' };
	}
	if (action !== 'export')
		throw new UsageError('record', `After record comes nothing or export; was ${JSON.stringify(action)}.`);
	refuseFlags('record', 'record export', values, [...Object.keys(SIMULATION), 'external', 'log-level']);
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

function tokenAction(values: Values, [action, ...words]: readonly string[]): TokenAction {
	switch (action) {
		case undefined:
			refuseFlags('token', 'token', values, ['json']);
			return {
				action: 'create',
				userName: textOf(values.user) ?? DEFAULT_USER,
				tokenName: textOf(values.name) ?? 'cli',
				scopes: scopesOf('token', textOf(values.scope) ?? 'arb:read'),
				ttlMs: ttlOf(textOf(values.ttl) ?? DEFAULT_TTL_HOURS),
			};
		case 'list':
			noWords('token', words);
			refuseFlags('token', 'token list', values, ['scope', 'ttl', 'name']);
			return { action, userName: textOf(values.user), json: values.json === true };
		case 'revoke': {
			const [tokenId, ...more] = words;
			refuseFlags('token', 'token revoke', values, ['scope', 'ttl', 'name', 'user', 'json']);
			if (tokenId === undefined)
				throw new UsageError('token', 'token revoke needs the ID of a token; see carrywire token list.');
			noWords('token', more);
			return { action, tokenId };
		}
		default:
			throw new UsageError(
				'token',
				`After token comes nothing, list or revoke; was ${JSON.stringify(action)}.`,
			);
	}
}

/** The service, unless one exchange is named: a misspelt one would halt nothing. */
function haltTarget(topic: 'halt' | 'resume', values: Values): OperatorTarget {
	const venue = textOf(values.exchange);
	if (venue === undefined) return { scope: 'service' };
	if (values.service === true)
		throw new UsageError(topic, `${topic} takes --exchange or --service, not both.`);
	if (!(VENUE_NAMES as readonly string[]).includes(venue))
		throw new UsageError(
			topic,
			`--exchange must be one of ${VENUE_NAMES.join(', ')}; was ${JSON.stringify(venue)}.`,
		);
	return { scope: 'exchange', venue };
}

function reasonOf(given: string | undefined): string | null {
	if (given === undefined) return null;
	if (given.trim() !== '' && given.length <= HALT_REASON_LENGTH_MAX) return given.trim();
	throw new UsageError(
		'halt',
		`--reason must have 1 to ${HALT_REASON_LENGTH_MAX} characters; it had ${given.length}.`,
	);
}

function vaultAction(values: Values, [action, ...words]: readonly string[]): VaultAction {
	noWords('vault', words);
	switch (action) {
		case 'status':
			refuseFlags('vault', 'vault status', values, ['drop-retired']);
			return { action, json: values.json === true };
		case 'rotate':
			refuseFlags('vault', 'vault rotate', values, ['json']);
			return { action, dropRetired: values['drop-retired'] === true };
		default:
			throw new UsageError(
				'vault',
				`After vault comes status or rotate; was ${action === undefined ? 'nothing' : JSON.stringify(action)}.`,
			);
	}
}

function venueQuestion(values: Values, [venue, what, ...more]: readonly string[]) {
	if (venue === undefined || what === undefined)
		throw new UsageError('venue', 'venue needs the NAME of an exchange and WHAT to ask.');
	noWords('venue', more);
	return {
		venue,
		what,
		userName: textOf(values.user) ?? DEFAULT_USER,
		json: values.json === true,
	};
}

function scopesOf(topic: HelpTopic, list: string): readonly Scope[] {
	const scopes = parseScopes(list);
	if (scopes !== undefined) return scopes;
	throw new UsageError(
		topic,
		`--scope must be one or more of ${SCOPES.join(', ')}, separated by spaces; was ${JSON.stringify(list)}.`,
	);
}

function ttlOf(hours: string): number {
	const read = tryParseDecimal(hours);
	const ttlMs = read === undefined ? Number.NaN : Number(mulTrunc(read, fromInteger(3_600_000)) / ONE);
	if (ttlMs >= TOKEN_LIFETIME_MS_MIN && ttlMs <= TOKEN_LIFETIME_MS_MAX) return ttlMs;
	throw new UsageError(
		'token',
		`--ttl must be a number of hours, at least a minute (0.017) and at most 720; was ${JSON.stringify(hours)}.`,
	);
}

function refuseFlags(topic: HelpTopic, what: string, values: Values, flags: readonly string[]): void {
	const flag = flags.find((name) => values[name] !== undefined);
	if (flag !== undefined) throw new UsageError(topic, `${what} takes no --${flag}.`);
}

function noWords(topic: HelpTopic, words: readonly string[]): void {
	if (words.length > 0)
		throw new UsageError(topic, `${topic} takes no further word; was ${JSON.stringify(words[0])}.`);
}

function textOf(value: string | boolean | undefined): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

function topicOf(word: string | undefined): HelpTopic {
	if (word === undefined) return 'carrywire';
	if (isCommand(word)) return word;
	throw new UsageError('carrywire', `There is no command ${JSON.stringify(word)}.`);
}

function isCommand(word: string): word is keyof typeof OPTIONS {
	return Object.hasOwn(OPTIONS, word) && Object.hasOwn(HELP, word);
}
