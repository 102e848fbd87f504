/** Renders a replay's result as one HTML file. Equal results give equal bytes. */
import { type Html, html } from '../../domain/html.ts';
import { chartBlock, chartsOf } from './chart-data.ts';
import { contradictions } from './contradictions.ts';
import { strategyName } from './names.ts';
import { renderPage } from './page.ts';
import type { ReplayResult } from './result.ts';
import { originSection, refusalSection, unknownSection } from './section-evidence.ts';
import { forecastSection } from './section-forecasts.ts';
import { mapsSection } from './section-maps.ts';
import { portfolioSection, transfersSection, unhedgedSection } from './section-portfolio.ts';
import { positionsSection } from './section-positions.ts';
import { banners, headlineSection, honestySection, profitSection, subtitle } from './section-result.ts';
import { squeezeSection } from './section-squeezes.ts';

/** Largest size of a report's file, bytes. */
export const REPORT_BYTES_MAX = 1_500_000;

const LINKS = [
	['result', 'Result'],
	['trust', 'Trust'],
	['profit', 'Net'],
	['portfolio', 'Portfolio'],
	['transfers', 'Transfers'],
	['forecasts', 'Forecasts'],
	['maps', 'Heat maps'],
	['unhedged', 'Unhedged'],
	['squeezes', 'Squeezes'],
	['positions', 'Positions'],
	['refusals', 'Refusals'],
	['unknown', 'Gaps'],
	['origin', 'Settings'],
] as const;

/** Bytes that the positions have at least, whatever the rest of a report takes. */
const POSITIONS_BYTES_MIN = 100_000;
/** Bytes that are kept free. */
const SPARE_BYTES = 30_000;

/**
 * Renders a report: one HTML file without any request, readable on a phone, light and dark. Large columns and journals
 * are thinned, and the page says so; `reportJson` has everything. A result that contradicts itself is rendered with a
 * warning on top.
 */
export function renderReport(result: ReplayResult): string {
	const charts = chartsOf(result.columns);
	const render = (positions: Html): string =>
		renderPage({
			title: `Replay of ${strategyName(result.settings.policy)}`,
			subtitle: subtitle(result),
			banners: banners(result, contradictions(result)),
			links: LINKS,
			sections: [...before, positions, ...after],
			charts: chartBlock(charts),
		});
	const before = [
		headlineSection(result),
		honestySection(result),
		profitSection(result),
		portfolioSection(result, charts),
		transfersSection(result),
		forecastSection(result),
		mapsSection(result),
		unhedgedSection(result),
		squeezeSection(result),
	];
	const after = [refusalSection(result), unknownSection(result), originSection(result)];
	const rest = new TextEncoder().encode(render(html``)).length;
	const free = Math.max(POSITIONS_BYTES_MIN, REPORT_BYTES_MAX - SPARE_BYTES - rest);
	return render(positionsSection(result, free));
}
