import { textOf } from '../given.ts';
import { runLoginCommand } from '../login.ts';
import { operatorCommand } from '../operator-command.ts';

/** Ends a stored login on this machine and at the service. */
export const logout = operatorCommand({
	read: ({ values }) => ({ action: 'logout' as const, url: textOf(values.url) }),
	run: runLoginCommand,
});
