/** Options of the two charts of the overview. */
import { time } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { colour } from '../lib/theme.js';

const MINUTE = 60 * 1000;
const ROW = 24;
const CROWD = 56;

const axis = () => ({
  axisLabel: { color: colour('quiet'), hideOverlap: true },
  axisLine: { lineStyle: { color: colour('line') } },
  axisTick: { show: false },
  splitLine: { lineStyle: { color: colour('line') } },
});

const tooltip = () => ({
  renderMode: 'richText',
  backgroundColor: colour('raised'),
  borderColor: colour('line'),
  textStyle: { color: colour('text'), fontSize: 12 },
});

export function hourOption(counts) {
  const series = [
    ['success', 'SUCCESS'],
    ['failure', 'FAILURE'],
    ['running', 'RUNNING'],
  ];
  return () => ({
    tooltip: {
      ...tooltip(),
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: colour('sunk'), opacity: 0.6 } },
    },
    legend: {
      top: 0,
      bottom: 'auto',
      left: 0,
      icon: 'roundRect',
      itemWidth: 10,
      itemHeight: 10,
      itemGap: 16,
      textStyle: { color: colour('quiet') },
    },
    grid: { left: 40, right: 8, top: 36, bottom: 24 },
    xAxis: {
      ...axis(),
      type: 'category',
      data: counts.map(each => time(each.hour).slice(-8, -3)),
      splitLine: { show: false },
    },
    yAxis: { ...axis(), type: 'value', minInterval: 1 },
    series: series.map(([key, name]) => ({
      type: 'bar',
      stack: 'runs',
      name: t('status.' + name),
      data: counts.map(each => each[key]),
      itemStyle: { color: colour(key), borderRadius: 2 },
      barMaxWidth: 28,
      cursor: 'pointer',
    })),
  });
}

export const fireChartHeight = jobs => CROWD + 40 + Math.max(3, jobs) * ROW;

/**
 * Jobs by fire time, with the number of fires in each minute above, so that crowded minutes stand out. Jobs that fire too often
 * to display each fire are drawn as lines.
 *
 * @param rows jobs with their fire times, and whether these are too many to display
 */
export function fireOption(rows, from, until) {
  const crowd = new Map();
  const minutes = new Map();
  rows
    .filter(row => !row.often)
    .forEach(row =>
      row.times.forEach(at => {
        crowd.set(at, (crowd.get(at) || 0) + 1);
        const minute = Math.floor(at / MINUTE) * MINUTE;
        minutes.set(minute, Math.max(minutes.get(minute) || 0, crowd.get(at)));
      }),
    );
  const isCrowded = at => crowd.get(at) > 1;
  const names = rows.map(row => row.job);
  const clock = { formatter: at => time(at).slice(-8, -3) };
  return () => ({
    tooltip: {
      ...tooltip(),
      formatter: each =>
        each.seriesIndex === 0
          ? time(each.value[0]).slice(-8, -3) + '\n' + t('overview.collision', { n: each.value[1] })
          : each.seriesIndex === 2
            ? each.value[2] + '\n' + t('overview.often')
            : each.value[1] +
              '\n' +
              time(each.value[0]) +
              (isCrowded(each.value[0]) ? '\n' + t('overview.collision', { n: crowd.get(each.value[0]) }) : ''),
    },
    grid: [
      { left: 128, right: 12, top: 4, height: CROWD - 16 },
      { left: 128, right: 12, top: CROWD, bottom: 26 },
    ],
    xAxis: [
      { type: 'time', gridIndex: 0, min: from, max: until, show: false },
      { ...axis(), type: 'time', gridIndex: 1, min: from, max: until, axisLabel: { ...axis().axisLabel, ...clock } },
    ],
    yAxis: [
      {
        type: 'value',
        gridIndex: 0,
        minInterval: 1,
        axisLabel: { show: false },
        splitLine: { show: false },
        axisLine: { show: false },
        name: t('overview.atOnce'),
        nameLocation: 'middle',
        nameRotate: 0,
        nameGap: 16,
        nameTextStyle: { color: colour('quiet'), align: 'right' },
      },
      {
        ...axis(),
        type: 'category',
        gridIndex: 1,
        data: names,
        inverse: true,
        axisLabel: { color: colour('text'), width: 112, overflow: 'truncate' },
      },
    ],
    series: [
      {
        type: 'bar',
        barWidth: 5,
        data: [...minutes].map(([at, n]) => ({
          value: [at, n],
          itemStyle: { color: n > 1 ? colour('misfire') : colour('line') },
        })),
      },
      {
        type: 'scatter',
        xAxisIndex: 1,
        yAxisIndex: 1,
        data: rows
          .filter(row => !row.often)
          .flatMap(row =>
            row.times.map(at => ({
              value: [at, row.job],
              symbolSize: Math.min(16, 8 + 2 * (crowd.get(at) - 1)),
              symbol: isCrowded(at) ? 'triangle' : 'circle',
              itemStyle: { color: isCrowded(at) ? colour('misfire') : colour('accent') },
            })),
          ),
      },
      {
        type: 'custom',
        xAxisIndex: 1,
        yAxisIndex: 1,
        encode: { x: [0, 1], y: 2 },
        data: rows.filter(row => row.often).map(row => [from, until, row.job]),
        renderItem: (_, api) => {
          const [x, y] = api.coord([api.value(0), api.value(2)]);
          return {
            type: 'rect',
            shape: { x, y: y - 2, width: api.coord([api.value(1), api.value(2)])[0] - x, height: 4, r: 2 },
            style: { fill: colour('accent'), opacity: 0.55 },
          };
        },
      },
    ],
  });
}
