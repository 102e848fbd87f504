/** Reads a replay's order from flags. */
import { GRADES } from '../src/replay/data/dataset.ts';
import { DEFAULT_ORDER, type ReplayOrder, type SettingValue } from '../src/replay/run/order.ts';
import { UsageError, type Values } from './command.ts';
import { textOf, textsOf, timeOf } from './given.ts';

const NAME = 'replay';
const POLICY_FILE = /\.(?:ts|mts|js|mjs)$|[/\\]/;

/** Largest number of trials of a sweep. */
const TRIALS_MAX = 1_000;
/** Largest number of threads. */
const WORKERS_MAX = 64;

/** True if the policy is a file rather than the name of a built-in one. */
export function isPolicyFile(policy: string): boolean {
	return POLICY_FILE.test(policy);
}

/** Reads the order. @throws UsageError for the first invalid flag */
export function replayOrder(values: Values): ReplayOrder {
	const data = textsOf(values.data);
	if (data.length === 0) throw wrong('replay needs the data: --data DIR.');
	const policy = textOf(values.policy);
	if (policy === undefined || policy === '')
		throw wrong('replay needs a policy: --policy NAME or --policy FILE.');
	const from = timeOf(NAME, 'from', textOf(values.from));
	const until = timeOf(NAME, 'until', textOf(values.until));
	if (from !== undefined && until !== undefined && from >= until)
		throw wrong('--from must be earlier than --until, which is exclusive.');
	const sweep = sweepOf(textsOf(values.sweep));
	const walkForward = walkForwardOf(textOf(values['walk-forward']));
	if (walkForward !== undefined && Object.keys(sweep).length === 0)
		throw wrong('--walk-forward needs a sweep: --sweep NAME=V1,V2.');
	return {
		...DEFAULT_ORDER,
		data,
		policy,
		from,
		until,
		sweep,
		walkForward,
		grade: choiceOf('grade', textOf(values.grade), GRADES),
		set: setOf(textsOf(values.set)),
		capitalUsd: numberOf('capital', values, DEFAULT_ORDER.capitalUsd, [10, 1e9]),
		users: choiceOf('users', textOf(values.users), ['one', 'pairs'] as const) ?? DEFAULT_ORDER.users,
		exchanges: listOf('exchanges', textOf(values.exchanges))?.map((one) => one.toLowerCase()),
		coins: listOf('coins', textOf(values.coins))?.map((one) => one.toUpperCase()),
		feesBp: feesOf(textOf(values.fees)),
		slippageBp: numberOf('slippage', values, DEFAULT_ORDER.slippageBp, [0, 1_000]),
		impactBp: numberOf('impact', values, DEFAULT_ORDER.impactBp, [0, 1_000]),
		publicationLagS: numberOf('lag', values, DEFAULT_ORDER.publicationLagS, [0, 86_400]),
		priceUsd: numberOf('price', values, DEFAULT_ORDER.priceUsd, [1e-9, 1e9]),
		idleRatePct: numberOf('idle-rate', values, DEFAULT_ORDER.idleRatePct, [-100, 1_000]),
		cashRatePct: numberOf('cash-rate', values, DEFAULT_ORDER.cashRatePct, [-100, 1_000]),
		without: textsOf(values.without).flatMap((text) => listOf('without', text.toUpperCase()) ?? []),
		compare: values['no-compare'] !== true,
		seed: wholeOf('seed', values, DEFAULT_ORDER.seed, [0, Number.MAX_SAFE_INTEGER]),
		workers: wholeOf('workers', values, DEFAULT_ORDER.workers, [1, WORKERS_MAX]),
		keep: textOf(values.keep),
	};
}

function wrong(message: string): UsageError {
	return new UsageError(NAME, message);
}

function choiceOf<Choice extends string>(
	flag: string,
	given: string | undefined,
	choices: readonly Choice[],
): Choice | undefined {
	if (given === undefined) return undefined;
	const found = choices.find((choice) => choice === given);
	if (found !== undefined) return found;
	throw wrong(`--${flag} must be one of ${choices.join(', ')}; was ${JSON.stringify(given)}.`);
}

function numberOf(
	flag: string,
	values: Values,
	fallback: number,
	[atLeast, atMost]: readonly [number, number],
): number {
	const given = textOf(values[flag]);
	if (given === undefined) return fallback;
	const value = given.trim() === '' ? Number.NaN : Number(given);
	if (value >= atLeast && value <= atMost) return value;
	throw wrong(`--${flag} must be a number from ${atLeast} to ${atMost}; was ${JSON.stringify(given)}.`);
}

function wholeOf(flag: string, values: Values, fallback: number, range: readonly [number, number]): number {
	const value = numberOf(flag, values, fallback, range);
	if (Number.isInteger(value)) return value;
	throw wrong(`--${flag} must be a whole number; was ${value}.`);
}

function listOf(flag: string, given: string | undefined): readonly string[] | undefined {
	if (given === undefined) return undefined;
	const items = given.split(',').map((item) => item.trim());
	if (items.every((item) => item !== '')) return items;
	throw wrong(`--${flag} must be names separated by commas; was ${JSON.stringify(given)}.`);
}

function setOf(given: readonly string[]): ReplayOrder['set'] {
	const entries = given.map((text): readonly [string, SettingValue] => {
		const [name, value] = namedValue('set', text);
		return [name, settingOf(value)];
	});
	return once('set', entries);
}

function sweepOf(given: readonly string[]): ReplayOrder['sweep'] {
	const entries = given.map((text): readonly [string, readonly SettingValue[]] => {
		const [name, list] = namedValue('sweep', text);
		return [name, (listOf('sweep', list) ?? []).map(settingOf)];
	});
	const trials = entries.reduce((product, [, values]) => product * values.length, 1);
	if (trials > TRIALS_MAX)
		throw wrong(`The sweep has ${trials} combinations of settings; at most ${TRIALS_MAX} are possible.`);
	return once('sweep', entries);
}

function namedValue(flag: string, text: string): readonly [name: string, value: string] {
	const at = text.indexOf('=');
	const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
	if (at > 0 && /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && value !== '') return [name, value];
	throw wrong(
		`--${flag} must be a name, = and ${flag === 'set' ? 'a value' : 'values separated by commas'}, such as ${flag === 'set' ? 'enter=0.05' : 'enter=0.03,0.05'}; was ${JSON.stringify(text)}.`,
	);
}

/** @throws UsageError if a name occurs twice, because only one of its values would count */
function once<Value>(flag: string, entries: readonly (readonly [string, Value])[]): Record<string, Value> {
	const names = entries.map(([name]) => name);
	const twice = names.find((name, at) => names.indexOf(name) !== at);
	if (twice !== undefined) throw wrong(`--${flag} names the setting ${twice} twice.`);
	return Object.fromEntries(entries);
}

function settingOf(text: string): SettingValue {
	if (text === 'true' || text === 'false') return text === 'true';
	return Number.isFinite(Number(text)) ? Number(text) : text;
}

const WINDOWS = /^([1-9]\d{0,3})d?\/([1-9]\d{0,3})d?$/;

function walkForwardOf(given: string | undefined): ReplayOrder['walkForward'] {
	if (given === undefined) return undefined;
	const [, train, test] = WINDOWS.exec(given) ?? [];
	if (train !== undefined && test !== undefined) return { trainDays: Number(train), testDays: Number(test) };
	throw wrong(
		`--walk-forward must be days of training and of testing, such as 90d/30d; was ${JSON.stringify(given)}.`,
	);
}

const FEE = /^([a-z0-9][a-z0-9._-]*)=(-?\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)$/i;
const FEE_BP_MAX = 1_000;

function feesOf(given: string | undefined): ReplayOrder['feesBp'] {
	const entries = (listOf('fees', given) ?? []).map((item) => {
		const [, exchange, taker, maker] = FEE.exec(item) ?? [];
		const fees = { taker: Number(taker), maker: Number(maker) };
		if (exchange !== undefined && Math.abs(fees.taker) <= FEE_BP_MAX && Math.abs(fees.maker) <= FEE_BP_MAX)
			return [exchange.toLowerCase(), fees] as const;
		throw wrong(
			`--fees must list exchange=taker/maker in basis points, such as binance=5/2; was ${JSON.stringify(item)}.`,
		);
	});
	return once('fees', entries);
}
