/** Defines the rules for names of users, and of the tokens, agents and passkeys that they own. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import { spoken } from '../domain/english.ts';
import { param } from '../sentences/param.ts';

const NAME_TEXT = spoken('param', param);

/**
 * A user's name has the stricter rule, because it also names the simulated exchange accounts, which accept only
 * ASCII.
 */
const NAMES = {
	user: /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
	name: /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u,
} as const;

/** Checks a name. @throws CarrywireError INVALID_PARAMS that quotes the rule */
export function checkName(field: 'user' | 'name', value: string): void {
	const fault = nameFault(field, value);
	if (fault !== undefined) throw fault;
}

/** Returns an INVALID_PARAMS error for an invalid name; undefined for a valid one. */
export function nameFault(field: 'user' | 'name', value: string): CarrywireError | undefined {
	if (NAMES[field].test(value)) return undefined;
	return new CarrywireError(
		'INVALID_PARAMS',
		NAME_TEXT.name({ field, rule: field, was: JSON.stringify(value.slice(0, 80)) }),
		{ field },
	);
}
