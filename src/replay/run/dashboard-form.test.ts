/** Checks that the form of the Backtest page has the bounds and defaults of the service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
	ASSUMED,
	CAPITAL,
	DAYS,
	FEE,
	GRADES,
	SLIPPAGE_LIMIT,
} from '../../../dashboard/src/backtest/order-form.ts';
import { slippageLimitBp } from '../service/hourly-config.ts';

const OPENRPC = join(import.meta.dirname, '../../../docs/openrpc.json');

/** The parts of docs/openrpc.json that the test reads. */
type Schema = {
	readonly minimum?: number;
	readonly maximum?: number;
	readonly default?: number;
	readonly enum?: readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly additionalProperties?: Schema;
};
type Reference = {
	readonly methods: readonly {
		readonly name: string;
		readonly params: readonly { readonly name: string; readonly schema: Schema }[];
	}[];
};

test('has the bounds and defaults that the service has', () => {
	const { methods } = JSON.parse(readFileSync(OPENRPC, 'utf8')) as Reference;
	const params = methods.find(({ name }) => name === 'replay_start')?.params ?? [];
	const schemaOf = (name: string) => params.find((param) => param.name === name)?.schema;
	for (const [name, { min, max, ...rule }] of Object.entries({ capital: CAPITAL, ...ASSUMED }))
		expect([name, schemaOf(name)]).toMatchObject([
			name,
			{
				minimum: min,
				default: rule.default,
				type: rule.isInteger === true ? 'integer' : 'number',
				...(max === Number.MAX_SAFE_INTEGER ? {} : { maximum: max }),
			},
		]);
	expect(schemaOf('grade')?.enum).toEqual(GRADES);
	const { taker_bps: taker, maker_bps: maker } = schemaOf('fees')?.additionalProperties?.properties ?? {};
	for (const fee of [taker, maker]) expect(fee).toMatchObject({ minimum: FEE.min, maximum: FEE.max });
	const { train_days: train, test_days: tested } = schemaOf('walk_forward')?.properties ?? {};
	const { min: minimum, max: maximum } = DAYS;
	expect(train).toMatchObject({ minimum, maximum, default: DAYS.default.train });
	expect(tested).toMatchObject({ minimum, maximum, default: DAYS.default.test });
});

test('warns above the slippage limit of the service', () => {
	expect(SLIPPAGE_LIMIT).toBe(slippageLimitBp());
});
