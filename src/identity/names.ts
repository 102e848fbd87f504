/** Defines the rules for names of users, and of the tokens, agents and passkeys that they own. */
import { CarrywireError } from '../domain/carrywire-error.ts';

/**
 * A user's name has the stricter rule, because it also names the simulated exchange accounts, which accept only
 * ASCII.
 */
const NAMES = {
	user: {
		pattern: /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
		rule: '1 to 64 characters from A-Z a-z 0-9 . _ -, starting with a letter or digit',
	},
	name: {
		pattern: /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u,
		rule: '1 to 64 letters, digits, spaces and . _ @ -, starting with a letter or digit',
	},
} as const;

/** Checks a name. @throws CarrywireError INVALID_PARAMS that quotes the rule */
export function checkName(field: 'user' | 'name', value: string): void {
	const fault = nameFault(field, value);
	if (fault !== undefined) throw fault;
}

/** Returns an INVALID_PARAMS error for an invalid name; undefined for a valid one. */
export function nameFault(field: 'user' | 'name', value: string): CarrywireError | undefined {
	const { pattern, rule } = NAMES[field];
	if (pattern.test(value)) return undefined;
	return new CarrywireError(
		'INVALID_PARAMS',
		`${field} must be ${rule}; was ${JSON.stringify(value.slice(0, 80))}.`,
		{ field },
	);
}
