import { type CheckRow, stated } from './check-row.ts';
import type { OpenFacts } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

/** Checks that the requested opening mode can be used for this trade. */
export function mode({ opening }: OpenFacts): readonly CheckRow[] {
	const { asked, fault } = opening;
	const row = stated({ check: 'mode', code: 'MODE_NOT_AVAILABLE', field: 'mode' }, fault === null, () => ({
		value: asked,
		limit: opening.mode,
		message: fault ?? CHECK_TEXT.mode({ asked, used: opening.mode }),
	}));
	return [row];
}
