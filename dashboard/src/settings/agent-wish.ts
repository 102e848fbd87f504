/** Reads the limits that somebody types for an agent, as params of the service or as sentences about what cannot be. */
import type { MethodParams, MethodResult } from '../../../client/methods.ts';
import { numberText, typedFault, typedNumber } from '../figures/typed-number.ts';
import { AGENT_SCOPES, type Scope } from './scope-words.ts';

type Agent = MethodResult<'list_agents'>[number];
type Wish = Pick<MethodParams<'create_agent'>, 'name' | 'scopes' | 'caps'>;

export type TypedAgent = {
	name: string;
	scopes: Scope[];
	amount_max: string;
	open_amount_max: string;
	executions_per_day: string;
	pairs: string[];
	must_be_trade: boolean;
};

export const AGENT_LABELS = {
	name: 'Name',
	scopes: 'What it may do',
	'caps.amount_max': 'At most per execution',
	'caps.open_amount_max': 'At most open at once',
	'caps.executions_per_day': 'Executions a day',
	'caps.pairs': 'Only on these exchange pairs',
	public_keys: 'Public keys',
} as const;

const AMOUNT_MAX = 1_000_000_000;
const COUNT_MAX = 100_000;
const AMOUNT_RULE = 'Must be above 0 and at most 1,000,000,000 USD, or empty.';
const COUNT_RULE = 'Must be a whole number from 0 to 100,000, or empty.';

export function typedAgent(agent?: Agent): TypedAgent {
	const { amount_max: most, open_amount_max: open, executions_per_day: count } = agent?.caps ?? {};
	const text = (value: number | null | undefined) => (typeof value === 'number' ? numberText(value) : '');
	return {
		name: agent?.name ?? '',
		scopes: AGENT_SCOPES.filter((scope) => agent === undefined || agent.scopes.includes(scope)),
		amount_max: text(most),
		open_amount_max: text(open),
		executions_per_day: text(count),
		pairs: [...(agent?.caps.pairs ?? [])],
		must_be_trade: agent?.caps.must_be_trade ?? false,
	};
}

/** Sentences by member; none where it can be sent. */
export function agentFaults(typed: TypedAgent): Readonly<Record<string, string>> {
	const isAmount = (value: number) => value > 0 && value <= AMOUNT_MAX;
	const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value <= COUNT_MAX;
	const faults = {
		name: typed.name.trim() === '' ? 'Give it a name.' : undefined,
		scopes: typed.scopes.length === 0 ? 'Tick at least one.' : undefined,
		'caps.amount_max': typedFault(typed.amount_max, isAmount, AMOUNT_RULE),
		'caps.open_amount_max': typedFault(typed.open_amount_max, isAmount, AMOUNT_RULE),
		'caps.executions_per_day': typedFault(typed.executions_per_day, isCount, COUNT_RULE),
	};
	return Object.fromEntries(
		Object.entries(faults).flatMap(([member, text]) => (text === undefined ? [] : [[member, text]])),
	);
}

/** Only of what has no faults. An empty field is no cap. */
export function agentParams(typed: TypedAgent): Wish {
	return {
		name: typed.name.trim(),
		scopes: typed.scopes as Wish['scopes'],
		caps: {
			amount_max: typedNumber(typed.amount_max).value ?? null,
			open_amount_max: typedNumber(typed.open_amount_max).value ?? null,
			executions_per_day: typedNumber(typed.executions_per_day).value ?? null,
			pairs: typed.pairs.length === 0 ? null : typed.pairs,
			must_be_trade: typed.must_be_trade,
		},
	};
}

/** One JSON Web Key or a set of them; undefined for anything else. What was pasted may be a private key: it is not repeated. */
export function typedKeys(text: string): MethodParams<'create_agent'>['public_keys'] {
	try {
		const read = JSON.parse(text) as { readonly keys?: unknown };
		const keys: readonly unknown[] = Array.isArray(read.keys) ? read.keys : [read];
		if (keys.length > 0 && keys.every((key) => typeof key === 'object' && key !== null))
			return keys as MethodParams<'create_agent'>['public_keys'];
	} catch {
		// The caller says what is wanted.
	}
	return undefined;
}

/** Each cap in words, such as `1,500 USD per execution`; none: no caps. */
export function capTexts(caps: Agent['caps']): readonly string[] {
	const { amount_max: most, open_amount_max: open, executions_per_day: count, pairs } = caps;
	return [
		most === null ? '' : `${numberText(most)} USD per execution`,
		open === null ? '' : `${numberText(open)} USD open at once`,
		count === null ? '' : `${numberText(count)} ${count === 1 ? 'execution' : 'executions'} a day`,
		pairs === null ? '' : `only on ${pairs.join(', ')}`,
		caps.must_be_trade ? 'only the verdict trade' : '',
	].filter((text) => text !== '');
}
