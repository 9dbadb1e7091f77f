-- How fast pages were for those who looked at them: counts by day, route and kind of device, without
-- anything about a visit or a person.
create table web_vitals (
  day    date not null,
  -- A pattern of the site's routes, never an address.
  route  text not null,
  device text not null constraint web_vitals_device_known check (device in ('phone', 'desktop')),
  metric text not null
         constraint web_vitals_metric_known check (metric in ('LCP', 'FCP', 'CLS', 'INP', 'TTFB')),
  -- The class of the value among the bounds of the metric.
  class  smallint not null,
  visits integer not null,
  primary key (day, route, device, metric, class)
);
