/** Turns the fields of an agent form into parameters for the service, or into faults. */
import type { MethodParams, MethodResult } from '../../../client/methods.ts';
import { numberText, typedFault, typedNumber } from '../figures/typed-number.ts';
import { AGENT_SCOPES, type Scope } from './names.ts';
import { AGENTS, SETTINGS } from './text.ts';

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

const AMOUNT_MAX = 1_000_000_000;
const COUNT_MAX = 100_000;

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

/** Returns one message per invalid parameter; empty for a valid form. */
export function agentFaults(typed: TypedAgent): Readonly<Record<string, string>> {
	const isAmount = (value: number) => value > 0 && value <= AMOUNT_MAX;
	const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value <= COUNT_MAX;
	const faults = {
		name: typed.name.trim() === '' ? SETTINGS.nameMissing : undefined,
		scopes: typed.scopes.length === 0 ? SETTINGS.scopesMissing : undefined,
		'caps.amount_max': typedFault(typed.amount_max, isAmount, AGENTS.amountRule),
		'caps.open_amount_max': typedFault(typed.open_amount_max, isAmount, AGENTS.amountRule),
		'caps.executions_per_day': typedFault(typed.executions_per_day, isCount, AGENTS.countRule),
	};
	return Object.fromEntries(
		Object.entries(faults).flatMap(([member, text]) => (text === undefined ? [] : [[member, text]])),
	);
}

/** Returns the parameters for the service. The fields must be valid. An empty field means no cap. */
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

/**
 * Parses one JSON Web Key or a set of keys; undefined for other text. The text may be a private key, so no error
 * repeats it.
 */
export function typedKeys(text: string): MethodParams<'create_agent'>['public_keys'] {
	try {
		const read = JSON.parse(text) as { readonly keys?: unknown };
		const keys: readonly unknown[] = Array.isArray(read.keys) ? read.keys : [read];
		if (keys.length > 0 && keys.every((key) => typeof key === 'object' && key !== null))
			return keys as MethodParams<'create_agent'>['public_keys'];
	} catch {
		// The text is not JSON. The caller reports the expected format.
	}
	return undefined;
}

/** Describes each cap in words, such as `1,500 USD per position`; empty if there are none. */
export function capTexts(caps: Agent['caps']): readonly string[] {
	const { amount_max: most, open_amount_max: open, executions_per_day: count, pairs } = caps;
	return [
		most === null ? '' : AGENTS.caps.amount(numberText(most)),
		open === null ? '' : AGENTS.caps.openAmount(numberText(open)),
		count === null ? '' : AGENTS.caps.count(numberText(count), count === 1),
		pairs === null ? '' : AGENTS.caps.pairs(pairs.join(', ')),
		caps.must_be_trade ? AGENTS.caps.onlyTrade : '',
	].filter((text) => text !== '');
}
