/** An alert as it is answered. */
import * as z from 'zod';
import { ALERT_KINDS, ALERT_SEVERITIES } from '../../ports/alerts.ts';
import { instant } from './common.ts';

export const alertSchema = z.strictObject({
	alert_id: z.string().describe('The same happening has the same id, however often it is seen.'),
	kind: z.enum(ALERT_KINDS),
	severity: z.enum(ALERT_SEVERITIES).describe('critical wants a person now, warning today.'),
	raised_at: instant('When it was raised.'),
	message: z.string().describe('What, was, limit.'),
	execution_id: z.string().nullable(),
	exchange: z.string().nullable(),
	facts: z.record(z.string(), z.unknown()).describe('Further figures; they depend on the kind.'),
});

export const ALERT_EXAMPLE = {
	alert_id: 'alert_5b7d2e4f6081a3c5e73f9a1c',
	kind: 'unhedged',
	severity: 'critical',
	raised_at: '2026-11-20T08:00:00.000Z',
	message: 'Of exec_9d2e4f6081a3c5e73f9a1c5b the long leg is ahead by 12.5 USD for 31 s; the limit is 30 s.',
	execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b',
	exchange: 'kucoin',
	facts: { unhedged_usd: 12.5 },
};
