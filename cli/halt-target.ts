/** Reads the target of an operator's halt or resume from the flags. */

import type { OperatorTarget } from '../src/ports/halts.ts';
import { VENUE_NAMES } from '../src/venues/facts.ts';
import { UsageError, type Values } from './command.ts';
import { textOf } from './given.ts';

/**
 * Returns the whole service, unless the flags name an exchange. A misspelt exchange is refused, because it would halt
 * nothing.
 */
export function haltTarget(command: string, values: Values): OperatorTarget {
	const venue = textOf(values.exchange);
	if (venue === undefined) return { scope: 'service' };
	if (values.service === true)
		throw new UsageError(command, `${command} takes --exchange or --service, not both.`);
	if (!(VENUE_NAMES as readonly string[]).includes(venue))
		throw new UsageError(
			command,
			`--exchange must be one of ${VENUE_NAMES.join(', ')}; was ${JSON.stringify(venue)}.`,
		);
	return { scope: 'exchange', venue };
}
