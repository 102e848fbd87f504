import { expect, test } from 'vitest';
import { type CoinFunding, type FundingSeries, historyModel } from './history-model.ts';

function series(exchange: string, symbol: string, points: FundingSeries['points']): FundingSeries {
	return {
		exchange,
		symbol,
		quote: 'USDT',
		mean_8h: null,
		mean_apr: null,
		covered: 0,
		from: null,
		to: null,
		settlements: points.length,
		points,
		failure: null,
	};
}

const history = (all: readonly FundingSeries[], step: CoinFunding['step'] = 'settlement'): CoinFunding => ({
	base: 'BTC',
	days: 30,
	step,
	series: all,
	left_out: 0,
	as_of: '2026-11-20T08:00:00.000Z',
});

test('draws one line per contract with points, and names the symbol only where the exchange has several', () => {
	const points = [
		{ timestamp: 100, rate_8h: 0.0001 },
		{ timestamp: 28_900, rate_8h: 0.0002 },
	];
	const { series: lines } = historyModel(
		history([
			series('bybit', 'BTCUSDT', points),
			series('bybit', 'BTCPERP', points),
			series('okx', 'BTC-USDT-SWAP', points),
			series('okx', 'BTC-USDC-SWAP', []),
		]),
	);
	expect(lines.map(({ name }) => name)).toEqual(['Bybit BTCUSDT', 'Bybit BTCPERP', 'OKX']);
	expect(lines[2]?.points).toEqual([
		{ time: 100, value: 0.0001 },
		{ time: 28_900, value: 0.0002 },
	]);
});

test('gives each of 18 lines its own colour and stroke', () => {
	const points = [{ timestamp: 1, rate_8h: 0 }];
	const all = Array.from({ length: 18 }, (_, index) => series(`x${index}`, 'BTC', points));
	const looks = historyModel(history(all)).series.map(({ colour, stroke }) => `${colour} ${stroke}`);
	expect(new Set(looks).size).toBe(18);
});

test('leaves a gap only where a settlement or a day is missing', () => {
	const points = [{ timestamp: 1, rate_8h: 0 }];
	const gap = (step: CoinFunding['step']) => {
		const model = historyModel(history([series('bybit', 'BTC', points)], step));
		return [model.step, model.series[0]?.gapS];
	};
	expect(gap('settlement')).toEqual([3_600, 86_400]);
	expect(gap('day')).toEqual([86_400, 172_800]);
});
