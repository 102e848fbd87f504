/**
 * Lists the trading limits in force: every setting of the sections `execution` and `risk`, and the maximum ages of
 * tickers and order books.
 */
import * as z from 'zod';
import type { TradingLimit } from '../ports/service-watch.ts';
import { type Config, configSchema } from './config.ts';

const SECTIONS = ['execution', 'risk'] as const;
const STALE = ['tickerStaleMs', 'bookStaleMs'] as const;

type WrittenSetting = { readonly description?: string; readonly unit?: string };
type WrittenSections = Readonly<
	Record<string, { readonly properties?: Readonly<Record<string, WrittenSetting>> }>
>;

/** Returns each limit with its value, its unit and the description of its setting. */
export function limitsInForce(config: Config): readonly TradingLimit[] {
	const { properties } = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' });
	const written = properties as WrittenSections;
	const limitOf = (
		section: string,
		[name, value]: readonly [string, TradingLimit['value']],
	): TradingLimit => {
		const { description = '', unit = '' } = written[section]?.properties?.[name] ?? {};
		return {
			name: `${section}.${name}`,
			value,
			unit: typeof value === 'boolean' ? 'on or off' : unit,
			meaning: description,
		};
	};
	return [
		...SECTIONS.flatMap((section) =>
			Object.entries(config[section]).map((setting) => limitOf(section, setting)),
		),
		...STALE.map((name) => limitOf('marketData', [name, config.marketData[name]])),
	];
}
