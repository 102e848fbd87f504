/**
 * Parses actions in their signed form (page "Exchange endpoint", read 2026-11). Actions are read field by field and
 * rebuilt in the field order of the exchange's own structures, because the signature covers their MessagePack
 * encoding. On the exchange, an extra field or another order gives a different hash; the same is true here.
 */
import { FieldError, type Fields, readFields, required } from '../core/json-fields.ts';
import { MalformedRequest } from './errors.ts';

export type OrderWire = {
	readonly a: number;
	readonly b: boolean;
	readonly p: string;
	readonly s: string;
	readonly r: boolean;
	readonly t: { readonly limit: { readonly tif: string } } | { readonly trigger: object };
	readonly c?: string;
};

export type Action =
	| {
			readonly type: 'order';
			readonly orders: readonly OrderWire[];
			readonly grouping: string;
			/** `b` is the builder's address, `f` its fee in tenths of a basis point. */
			readonly builder?: { readonly b: string; readonly f: number };
	  }
	| { readonly type: 'cancel'; readonly cancels: readonly { readonly a: number; readonly o: number }[] }
	| {
			readonly type: 'cancelByCloid';
			readonly cancels: readonly { readonly asset: number; readonly cloid: string }[];
	  }
	| {
			readonly type: 'updateLeverage';
			readonly asset: number;
			readonly isCross: boolean;
			readonly leverage: number;
	  }
	| { readonly type: 'scheduleCancel'; readonly time?: number }
	| { readonly type: 'setReferrer'; readonly code: string }
	| { readonly type: 'noop' };

const ITEMS_MAX = 1_000;
const ASSET_MAX = 1_000_000;
const CLOID = /^0x[0-9a-f]{32}$/i;

/** @throws MalformedRequest if the action is unknown */
export function readAction(value: unknown): Action {
	try {
		const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
		const read = typeof type === 'string' && Object.hasOwn(READERS, type) ? READERS[type] : undefined;
		if (read === undefined) throw new MalformedRequest();
		return read(value);
	} catch (error) {
		throw error instanceof FieldError ? new MalformedRequest() : error;
	}
}

const READERS: Readonly<Record<string, (value: unknown) => Action>> = {
	order(value) {
		const fields = readFields(value, ['type', 'orders', 'grouping', 'builder']);
		const builder = fields.object('builder', ['b', 'f']);
		return {
			type: 'order',
			orders: items(value, 'orders', orderWire),
			grouping: required(fields.text('grouping'), 'grouping'),
			...(builder === undefined
				? {}
				: {
						builder: { b: required(builder.text('b'), 'b'), f: required(builder.whole('f', 0, 1_000), 'f') },
					}),
		};
	},
	cancel: (value) => ({
		type: 'cancel',
		cancels: items(value, 'cancels', (item) => {
			const fields = readFields(item, ['a', 'o']);
			return { a: asset(fields, 'a'), o: required(fields.whole('o', 0, Number.MAX_SAFE_INTEGER), 'o') };
		}),
	}),
	cancelByCloid: (value) => ({
		type: 'cancelByCloid',
		cancels: items(value, 'cancels', (item) => {
			const fields = readFields(item, ['asset', 'cloid']);
			return { asset: asset(fields, 'asset'), cloid: cloid(required(fields.text('cloid'), 'cloid')) };
		}),
	}),
	updateLeverage(value) {
		const fields = readFields(value, ['type', 'asset', 'isCross', 'leverage']);
		return {
			type: 'updateLeverage',
			asset: asset(fields, 'asset'),
			isCross: required(fields.flag('isCross'), 'isCross'),
			leverage: required(fields.whole('leverage', 0, 1_000), 'leverage'),
		};
	},
	scheduleCancel(value) {
		const time = readFields(value, ['type', 'time']).whole('time', 0, Number.MAX_SAFE_INTEGER);
		return { type: 'scheduleCancel', ...(time === undefined ? {} : { time }) };
	},
	setReferrer(value) {
		const fields = readFields(value, ['type', 'code']);
		return { type: 'setReferrer', code: required(fields.text('code'), 'code') };
	},
	noop: () => ({ type: 'noop' }),
};

function items<Item>(value: unknown, name: string, read: (item: unknown) => Item): readonly Item[] {
	const list = (value as Readonly<Record<string, unknown>>)[name];
	if (!Array.isArray(list) || list.length > ITEMS_MAX) throw new MalformedRequest();
	return list.map(read);
}

function orderWire(value: unknown): OrderWire {
	const fields = readFields(value, ['a', 'b', 'p', 's', 'r', 't', 'c']);
	const id = nullable(value, 'c') ? undefined : fields.text('c');
	return {
		a: asset(fields, 'a'),
		b: required(fields.flag('b'), 'b'),
		p: required(fields.text('p'), 'p'),
		s: required(fields.text('s'), 's'),
		r: required(fields.flag('r'), 'r'),
		t: orderType(required(fields.object('t', ['limit', 'trigger']), 't')),
		...(id === undefined ? {} : { c: cloid(id) }),
	};
}

function orderType(fields: Fields): OrderWire['t'] {
	const limit = fields.object('limit', ['tif']);
	if (limit !== undefined) return { limit: { tif: required(limit.text('tif'), 'tif') } };
	const trigger = required(fields.object('trigger', ['isMarket', 'triggerPx', 'tpsl']), 'trigger');
	return {
		trigger: {
			isMarket: required(trigger.flag('isMarket'), 'isMarket'),
			triggerPx: required(trigger.text('triggerPx'), 'triggerPx'),
			tpsl: required(trigger.text('tpsl'), 'tpsl'),
		},
	};
}

function nullable(value: unknown, name: string): boolean {
	return (value as Readonly<Record<string, unknown>>)[name] === null;
}

function asset(fields: Fields, name: string): number {
	return required(fields.whole(name, 0, ASSET_MAX), name);
}

/**
 * Returns a client order id of 128 bits in lower-case hexadecimal, as the exchange stores it. @throws
 * MalformedRequest
 */
function cloid(text: string): string {
	if (!CLOID.test(text)) throw new MalformedRequest();
	return text.toLowerCase();
}
