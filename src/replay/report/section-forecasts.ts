/** Writes what the service forecast against what arrived. */
import { type Html, html } from '../../domain/html.ts';
import { counted, fixed, percent } from './figures.ts';
import {
	type HorizonRow,
	horizonRows,
	type MaturedForecast,
	maturedForecasts,
	type OddsRow,
	oddsRows,
} from './forecast-figures.ts';
import { pairName } from './names.ts';
import type { ReplayResult } from './result.ts';
import { scatter } from './svg-scatter.ts';

/** Points of a scatter plot at most. */
const POINTS_MAX = 600;

/** Writes the scatter plots with their slopes, and the stated odds. */
export function forecastSection({ positions }: ReplayResult): Html {
	const forecasts = maturedForecasts(positions);
	const rows = horizonRows(forecasts);
	const unmatured = positions.filter(({ forecast }) => forecast !== null).length - forecasts.length;
	const hours = rows.map(({ horizonHours }) => horizonHours);
	return html`<section id="forecasts"><h2>Forecast against received</h2>${
		forecasts.length === 0
			? html`<p>No forecast has matured: no position was held through the horizon that was stated when it opened.</p>`
			: html`<p>${counted(forecasts.length, 'position')} lived through the horizon that was stated at opening; ${counted(unmatured, 'other')} did not and do not count. Funding only, in bp of one leg.</p>${slopeTable(rows)}<div class="pair"><div><h3>Forecast</h3>${plot(forecasts, hours, 'forecast')}</div><div><h3>Headline spread</h3>${plot(forecasts, hours, 'headline')}</div></div>${hours.length > 1 && legend(hours)}`
	}${oddsTable(oddsRows(positions))}</section>`;
}

function plot(
	forecasts: readonly MaturedForecast[],
	hours: readonly number[],
	kind: 'forecast' | 'headline',
): Html {
	const isForecast = kind === 'forecast';
	const step = Math.ceil(forecasts.length / POINTS_MAX);
	const shown = forecasts.filter((_, index) => index % step === 0);
	return html`${scatter({
		title: isForecast ? 'Received against forecast' : 'Received against the headline spread',
		xLabel: isForecast ? 'Forecast funding, bp' : 'Funding at the headline spread, bp',
		yLabel: 'received funding, bp',
		points: shown.map(({ position, horizonHours, expectedBp, headlineBp, receivedBp }) => {
			const stated = isForecast ? expectedBp : headlineBp;
			return {
				x: stated,
				y: receivedBp,
				series: hours.indexOf(horizonHours),
				text: `${position.coin}, ${pairName(position)}, ${horizonHours} h: stated ${fixed(stated, 2)} bp, received ${fixed(receivedBp, 2)} bp`,
			};
		}),
	})}${step > 1 && html`<p class="note">Every ${step}th position is drawn; the slopes use all.</p>`}`;
}

function slopeTable(rows: readonly HorizonRow[]): Html {
	return html`<div class="scroll" role="region" tabindex="0" aria-label="Slopes by horizon"><table><thead><tr><th scope="col">Horizon</th><th scope="col">Positions</th><th scope="col">Mean forecast, bp</th><th scope="col">Mean headline, bp</th><th scope="col">Mean received, bp</th><th scope="col">Received per 1 bp of forecast</th><th scope="col">Received per 1 bp of headline</th></tr></thead><tbody>${rows.map(
		(row) =>
			html`<tr><th scope="row">${row.horizonHours} h</th><td>${fixed(row.count, 0)}</td><td>${fixed(row.expectedBp, 2)}</td><td>${fixed(row.headlineBp, 2)}</td><td>${fixed(row.receivedBp, 2)}</td><td>${fixed(row.forecastSlope, 2)}</td><td>${fixed(row.headlineSlope, 2)}</td></tr>`,
	)}</tbody></table></div><p class="note">The last two columns are slopes: how much more arrived for each additional bp stated. A forecast without bias has 1.</p>`;
}

function legend(hours: readonly number[]): Html {
	return html`<ul class="legend">${hours.map((horizon, index) => html`<li><svg width="12" height="12" aria-hidden="true"><circle class="mark-${index % 6}" cx="6" cy="6" r="4"/></svg> ${horizon} h</li>`)}</ul>`;
}

function oddsTable(rows: readonly OddsRow[]): Html {
	return html`<h3>Stated odds against what came true</h3>${
		rows.length === 0
			? html`<p>No closed position has a stated probability of profit.</p>`
			: html`<div class="scroll" role="region" tabindex="0" aria-label="Stated odds"><table><thead><tr><th scope="col">Stated probability of profit</th><th scope="col">Closed positions</th><th scope="col">Mean stated</th><th scope="col">Made a profit</th></tr></thead><tbody>${rows.map(
					(row) =>
						html`<tr><th scope="row">${fixed(row.from * 100, 0)} to ${fixed(row.to * 100, 0)} %</th><td>${fixed(row.count, 0)}</td><td>${percent(row.stated)}</td><td>${percent(row.cameTrue)}</td></tr>`,
				)}</tbody></table></div>`
	}`;
}
