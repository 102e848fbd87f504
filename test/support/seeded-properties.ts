/**
 * Every property uses the same draws in every run, unless `CARRYWIRE_PROPERTY_SEED` selects others: a random failure
 * would say nothing about today's change.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.CARRYWIRE_PROPERTY_SEED ?? 20_261_121) });
