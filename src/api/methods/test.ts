import * as z from 'zod';
import { publicMethod } from '../rpc/method.ts';
import { instant } from '../rpc/record-fields.ts';
import { tradingModeSchema } from '../rpc/trading-mode.ts';

/** Returns the service's name, version and trading mode. Needs no token. */
export const test = publicMethod({
	name: 'test',
	summary: 'Checks that the service answers, and returns its version.',
	params: z.strictObject({}),
	result: z.strictObject({
		status: z.literal('ok'),
		service: z.string().describe('Name of the service: carrywire.'),
		version: z.string().describe('Semantic version of the service.'),
		trading_mode: tradingModeSchema,
		time: instant('Clock of the service.'),
		uptime_seconds: z.int().describe('Seconds since the service started.'),
	}),
	example: {
		params: {},
		result: {
			status: 'ok',
			service: 'carrywire',
			version: '0.2.0',
			trading_mode: 'simulated',
			time: '2026-11-20T08:00:00.000Z',
			uptime_seconds: 86400,
		},
	},
	errors: [],
	handle(_params, { services: { clock, info } }) {
		return {
			status: 'ok',
			service: info.service,
			version: info.version,
			trading_mode: info.tradingMode,
			time: new Date(clock.now()).toISOString(),
			uptime_seconds: Math.floor((clock.monotonic() - info.startedAtMonotonic) / 1_000),
		};
	},
});
